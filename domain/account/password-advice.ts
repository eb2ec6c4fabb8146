export type PasswordAdvice = {
  /** 0: nothing typed yet; 1: easy to guess; 4: strong. */
  level: 0 | 1 | 2 | 3 | 4;
  text: string;
};

/**
 * The most common passwords. Compared as a whole: a long password may well contain one. The service refuses these and
 * many more, which would be too much to load here.
 */
export const commonest: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 666666 121212 112233
  password password1 passw0rd qwerty qwertyuiop qwerty123 1q2w3e4r abc123 abcdef iloveyou welcome
  monkey dragon letmein football baseball sunshine princess superman master shadow michael jordan
  admin admin123 login secret hello hello123 freedom whatever trustno1 starwars computer hospital
  health healthcare nurse doctor medical coding changeme`.split(/\s+/),
);

/** Advice, not a rule: how to make a password harder to guess. Length counts most. */
export function advise(
  password: string,
  about: readonly string[] = [],
  shortest = 0,
): PasswordAdvice {
  if (!password) return { level: 0, text: 'Three or four unrelated words make a good password.' };
  const plain = password.toLowerCase();
  if (commonest.has(plain)) return { level: 1, text: 'Among the first that attackers try.' };
  if (namesSomething(plain, about)) {
    return { level: 1, text: 'Leave out your name and address; they are easy to guess.' };
  }
  const length = distinctLength(plain);
  if (length < 8) return { level: 1, text: 'Easy to guess. Make it longer: add a word or two.' };
  if (password.length < shortest) {
    return { level: 1, text: `Too short here: use at least ${shortest} characters.` };
  }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password));
  const score = length + (kinds.length - 1) * 2;
  if (score < 13) return { level: 2, text: 'Fair. Another word would make it good.' };
  if (score < 18) return { level: 3, text: 'Good.' };
  return { level: 4, text: 'Strong.' };
}

function namesSomething(plain: string, about: readonly string[]): boolean {
  const words = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u));
  const [longest = ''] = words
    .filter((word) => word.length >= 4 && plain.includes(word))
    .sort((left, right) => right.length - left.length);
  return longest !== '' && plain.length - longest.length < 6;
}

/** Runs such as aaaa, 1234 and cba count as two characters: the rest adds nothing to guess. */
function distinctLength(plain: string): number {
  let length = 0;
  let run = 0;
  for (let at = 0; at < plain.length; at += 1) {
    const step = at === 0 ? Number.NaN : plain.charCodeAt(at) - plain.charCodeAt(at - 1);
    run = Math.abs(step) <= 1 ? run + 1 : 0;
    if (run < 2) length += 1;
  }
  return length;
}
