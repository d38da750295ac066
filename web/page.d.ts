// For `make lint`: the type checker knows the names and the calls of the scripts. What a selector finds is only known to
// the page, so elements, events and their like have any field.
interface Element { [name: string]: any }
interface Event { [name: string]: any }
interface EventTarget { [name: string]: any }
interface PerformanceEntry { [name: string]: any }
interface Window { [name: string]: any }
