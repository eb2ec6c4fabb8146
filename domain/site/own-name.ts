/** Letters and signs that look like others, and what each looks like. SQL has the same two lines. */
const alike =
  'аеорсухіѕјһԁӏкмтнвгԛԝАЕОРСУХІЅЈНВКМТαεικνορτυχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧıłŁøØđĐħĦɑɡɩ0134578@$|!';
const plain =
  'aeopcyxisjhdlkmthbrqwAEOPCYXISJHBKMTaeikvoptuxnABEZHIKMNOPTYXilLoOdDhHagioleastbasll';
const looks = new Map([...alike].map((sign, place) => [sign, plain.charAt(place)]));

/** A name as an eye takes it: "Sаmplе  CLINlC A1" and "Sample Clinic AI" are one. */
export function foldName(name: string): string {
  const bare = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return [...bare]
    .map((sign) => looks.get(sign) ?? sign)
    .join('')
    .toLowerCase()
    .replaceAll('i', 'l')
    .replace(/[^a-z0-9]/g, '');
}

/**
 * Whether a name would make people believe that the company itself is speaking: "Sample Clinic
 * Support". A short name of a company stands in many others, so that one must be the whole.
 */
export function callsItselfUs(name: string, company: string): boolean {
  const own = foldName(company);
  return own.length < 6 ? foldName(name) === own : foldName(name).includes(own);
}

export const ownNameMessage = 'This is our own name. Enter yours.';
