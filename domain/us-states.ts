/** The states of the United States and the capital's district by their two letters, in one string because visitors load it. */
const states = `
  AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
  |DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas
  |KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi
  |MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York
  |NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island
  |SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington
  |WV West Virginia|WI Wisconsin|WY Wyoming`;

const names = new Map(
  states.split('|').map((each) => [each.trim().slice(0, 2), each.trim().slice(3)] as const),
);

export const stateCodes: readonly string[] = [...names.keys()];

export function nameState(code: string): string {
  return names.get(code) ?? code;
}

/** The two letters of a state, from themselves in capitals or from its name. */
export function stateCodeOf(words: string): string | undefined {
  if (names.has(words)) return words;
  const name = words.toLowerCase();
  return stateCodes.find((code) => names.get(code)?.toLowerCase() === name);
}
