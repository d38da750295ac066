/* modules - the block of bytes that scripts/dev/bundle.lua writes, for WebAssembly, whose linker has no binary
** input. */
__asm__(
    ".section .rodata.modules,\"\",@\n"
    ".globl _binary_modules_bin_start\n"
    ".p2align 4\n"
    ".type _binary_modules_bin_start,@object\n"
    "_binary_modules_bin_start:\n"
    ".incbin \"modules.bin\"\n"
    ".int8 0\n"
    ".size _binary_modules_bin_start, . - _binary_modules_bin_start\n");
typedef int lc_modules_is_data;
