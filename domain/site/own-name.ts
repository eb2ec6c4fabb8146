/** Characters that look like others, and what each looks like. SQL has the same lines. */
const alike =
  'аеорсухіѕјһԁӏкмтнвгԛԝАЕОРСУХІЅЈНВКМТαεικνορτυχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧıłŁøØđĐħĦɑɡɩ0134578@$|!' +
  'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿';
const plain =
  'aeopcyxisjhdlkmthbrqwAEOPCYXISJHBKMTaeikvoptuxnABEZHIKMNOPTYXilLoOdDhHagioleastbasll' +
  'abcdefghijklmnoprstuvwyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz';
/** From scripts that few names are written in, in the order of the letters that they look like. */
const fartherAlike =
  'ᎪꭺꓮᗅⲀᏼᏏꮟꓐⲂςⲥⲤᏟꮯꓚᎠꭰᏧꮷꓓҽ℮ᎬꭼꓰⴹⲈϝϜքꓝցᏀꮐꓖհᏂꮒᎻꮋꓧⲎᎥꭵꙇⲓꓲϳᎫꭻꓙᏦꮶꓗⲕӀᏞꮮꓡǀ\u05DF\u05D5\u07CAⳐᎷꮇꓟⲘոռꓠⲚօՕꓳⲟⲞⵔჿဝ\u05E1〇○\u0665ᏢꮲꓑⲢⲣգզⵕᎡꭱᏒꮢꓣⲅꭇᏚꮪꓢՏƽᎢꭲꓔⲦⲧսՍꓴʋѵѴᏙꮩꓦⴸաᏔꮤᎳꮃꓪѡꓫⲭⲬⵝ×ᎩꭹᎽꮍꓬⲨүҮγყᏃꮓꓜ';
const fartherPlain =
  'aaaaabbbbbccccccdddddeeeeeeeffffgggghhhhhhhiiiiijjjjkkkklllllllllmmmmnnnnoooooooooooopppppqqqrrrrrrrssssstttttuuuuvvvvvvwwwwwwwxxxxxyyyyyyyyyyzzz';
const looks = new Map(
  [...alike, ...fartherAlike].map((sign, place) => [sign, (plain + fartherPlain).charAt(place)]),
);

/** A name as the eye reads it: "Sаmplе  CLINlC A1" and "Sample Clinic AI" are the same. */
export function foldName(name: string): string {
  // Normalization would turn this one into another letter, which looks like none of these.
  const bare = name
    .replaceAll('Ϲ', 'C')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');
  return [...bare]
    .map((sign) => looks.get(sign) ?? sign)
    .join('')
    .toLowerCase()
    .replaceAll('i', 'l')
    .replace(/[^a-z0-9]/g, '');
}

/** Characters that change the direction in which text is shown: "\u202EIA" appears as "AI". */
const turns = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/**
 * Whether a name would make people believe that the company itself is speaking: "Sample Clinic Support". A short
 * company name occurs inside many others, so it must match as a whole.
 */
export function callsItselfUs(name: string, company: string): boolean {
  const own = foldName(company);
  // A name in another script folds to nothing.
  if (own === '') return name.trim() === company.trim();
  const folded = foldName(name);
  if (folded.includes(own)) return own.length >= 6 || folded === own;
  if (!turns.test(name)) return false;
  // With such characters the visible order is hard to predict, and few names have all of these letters: ignore the
  // order.
  return own.length < 6
    ? hasLetters(own, folded) && hasLetters(folded, own)
    : hasLetters(folded, own);
}

function hasLetters(name: string, all: string): boolean {
  const left = [...name];
  return [...all].every((letter) => {
    const place = left.indexOf(letter);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

export const ownNameMessage = 'This is our own name. Enter yours.';
