// The texmf.cnf files of the pdfTeX tree: one over Debian's unpacked packages, one over our tree.

/**
 * Memory sizes and the safety settings that both files share. `openin_any = p` keeps TeX inside its
 * working folder, `max_print_line` keeps a log message on one line so that it can be read back.
 */
const shared = `shell_escape = f
openout_any = p
openin_any = p
MKTEXTFM = 0
MKTEXPK = 0
MKTEXFMT = 0
max_print_line = 1000
error_line = 254
half_error_line = 238
main_memory = 5000000
extra_mem_top = 0
extra_mem_bot = 0
font_mem_size = 8000000
font_max = 9000
hash_extra = 600000
pool_size = 6250000
string_vacancies = 90000
max_strings = 500000
pool_free = 47500
buf_size = 200000
trie_size = 1000000
hyph_size = 8191
nest_size = 1000
max_in_open = 15
param_size = 20000
save_size = 200000
stack_size = 10000
dvi_buf_size = 16384
`

/**
 * The configuration of the finished tree. Every file lies in one flat folder that the environment
 * names (`COUNTERSIGN_TEX`), so the tree works wherever it is put, read-only too.
 */
export const treeTexmf = `% texmf.cnf of Countersign's pdfTeX tree: everything is in one flat folder.
TEXMF = $COUNTERSIGN_TEX
TEXMFDIST = $COUNTERSIGN_TEX
TEXINPUTS = .;$COUNTERSIGN_TEX
TFMFONTS = $COUNTERSIGN_TEX
T1FONTS = $COUNTERSIGN_TEX
VFFONTS = $COUNTERSIGN_TEX
ENCFONTS = .;$COUNTERSIGN_TEX
TEXFONTMAPS = .;$COUNTERSIGN_TEX
TEXPSHEADERS = .;$COUNTERSIGN_TEX
TEXFORMATS = $COUNTERSIGN_TEX
${shared}`

const both = '{$TEXMFDIST,$TEXMFDEB}'

/**
 * The configuration used while the tree is made, over Debian's packages unpacked beside the working
 * folder. Its paths are relative, since TeX writes the names of the files it read into the format.
 */
export const bootstrapTexmf = `% texmf.cnf over Debian's unpacked packages, used only while the tree is made.
TEXMFDIST = ../unpacked/usr/share/texlive/texmf-dist
TEXMFDEB = ../unpacked/usr/share/texmf
TEXMF = ${both}
TEXINPUTS = .;${both}/tex/{latex,generic,plain,}//
TFMFONTS = .;${both}/fonts/tfm//
VFFONTS = .;${both}/fonts/vf//
T1FONTS = .;${both}/fonts/type1//
ENCFONTS = .;${both}/fonts/enc//
TEXFONTMAPS = .;${both}/fonts/map//
TEXFORMATS = .
WEB2C = $TEXMFDIST/web2c
${shared}`
