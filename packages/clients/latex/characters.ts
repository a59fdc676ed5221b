// The characters beyond ASCII that the templates' fonts print: measured, not written by hand.

/**
 * T1 and TS1 in Latin Modern as set by pdfTeX tree 911d5a28c00c: each compiles and is
 * extracted by PDFium as itself in every face that the templates use. Renew it with
 * `node test/support/characterTable.ts packages/clients/latex/characters.ts`;
 * a slow test holds it against the engine.
 */
export const printableCharacters: ReadonlySet<string> = new Set(
  [
    '¡¢£¤¥¦§¨©ª«¬®¯°±´µ¶·¸º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌ',
    'ÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóô',
    'õö÷øùúûüýþÿĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĨĩĪ',
    'īĮįİıĲĳĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŐőŒœŔŕŖŗŘřŚśŞ',
    'şŠšŢţŤťŨũŪūŮůŰűŲųŸŹźŻżŽžƒƠơƯưȘșȚțȷˇ˘˙˛˝Ạ',
    'ạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈ',
    'ỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰ',
    'ựỲỳỴỵỶỷỸỹ–—‖‘’‚“”„†‡•…‰‹›※‽⁄₡₤₩₫€℃№™℮←↑→',
    '↓−∞≈≤≥〈〉␣◦♪',
  ].flatMap((row) => [...row]),
)
