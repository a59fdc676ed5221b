// The characters beyond ASCII that the templates' fonts print: measured, not written by hand.

/**
 * T1 and TS1 in Latin Modern as set by pdfTeX tree 41dc81aa03c2: each compiles and is
 * extracted by PDFium as itself in every face that the templates use. Renew it with
 * `node test/support/character-table.ts packages/clients/latex/characters.ts`;
 * a slow test holds it against the engine.
 */
export const printableCharacters: ReadonlySet<string> = new Set(
  [
    '¡¢£¤¥¦§©ª«¬®°±µ¶·º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐ',
    'ÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷ø',
    'ùúûüýþÿĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĨĩĪīĮįİ',
    'ıĲĳĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŐőŒœŔŕŖŗŘřŚśŞşŠšŢ',
    'ţŤťŨũŪūŮůŰűŲųŸŹźŻżŽžƒƠơƯưȘșȚțȷẠạẢảẤấẦầẨẩ',
    'ẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐố',
    'ỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹ',
    '–—‖‘’‚“”„†‡•…‰‹›※‽⁄₡₤₩₫€℃№™℮←↑→↓−∞≈≤≥␣◦♪',
  ].flatMap((row) => [...row]),
)
