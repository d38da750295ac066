/** A game in the format of `lucena convert -t json`. */
export interface Game {
  [field: string]: unknown;
}

/** A problem of a text. Lines and columns (in bytes) begin at 1. */
export interface Problem {
  line: number;
  column: number;
  code: string;
  message: string;
  severity?: "error" | "warning" | "repair";
  game?: number;
  token?: string;
}

export interface ReadingOptions {
  /** The notation of the moves, such as "french" or "auto". Default: PGN's. */
  dialect?: string;
}

export interface CheckOptions {
  /** Also report moves with unusual spelling. */
  style?: boolean;
  /** Also check what the tags say. */
  tags?: boolean;
  /** Warnings and repairs are errors. */
  strict?: boolean;
}

export interface TranslateOptions {
  /** The notation to write. Default: "pgn". */
  to?: string;
  /** The notation of the text. Default: detected. */
  from?: string;
  /** The start position. */
  fen?: string;
  /** Also translate legal moves in comments. */
  comments?: boolean;
  /** Translate the letters of moves whose position is unknown. */
  letters?: boolean;
}

export interface ReadOptions {
  /** The notation of the moves. Default: detected. */
  from?: string;
  /** The start position. */
  fen?: string;
  /** Correct misprinted moves. */
  misprints?: boolean;
}

export class LucenaError extends Error {
  code?: string;
}

type Text = string | Uint8Array;

export function parse(pgn: Text, options?: ReadingOptions): Promise<{ games: Game[]; problems: Problem[] }>;
export function check(pgn: Text, options?: CheckOptions): Promise<{
  games: number;
  plies: number;
  problems: Problem[];
  counts: Record<"error" | "warning" | "repair", number>;
  codes: Record<string, number>;
}>;
export function translate(text: Text, options?: TranslateOptions): Promise<{
  text: string;
  moves: number;
  dialects: string[];
  left: Problem[];
  total_left: number;
  named: number;
}>;
export function filter(pgn: Text, query: string, options?: ReadingOptions): Promise<{
  pgn: string;
  matches: number;
  games: number;
}>;
export function read(text: Text, options?: ReadOptions): Promise<{
  games: Game[];
  pgn: string;
  problems: Problem[];
}>;
