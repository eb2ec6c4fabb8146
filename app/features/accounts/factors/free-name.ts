/** A name that is not taken: "Passkey", then "Passkey 2". */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count += 1) name = `${wanted} ${count}`;
  return name;
}
