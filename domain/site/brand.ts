import { wordsOf } from './words.ts';

type Brand = {
  name: string;
  tagline: string;
  description: string;
  email: string;
  region: string;
  /** In full; empty if it comes from the setting, or is not known yet. */
  postalAddress: string;
  /** The external scheduling page; always opens in a new tab. */
  schedulingUrl: string;
  social: readonly { name: string; url: string }[];
};

/** What names the company, as shipped. Edit only here. */
export const firstBrand: Brand = {
  name: 'Carolina Health AI',
  tagline: 'Healthcare AI advisory and education',
  description:
    'Training, certification and hiring for healthcare revenue cycle, coding, CDI and HIM teams that work with AI.',
  email: 'hello@carolinahealth.example',
  region: 'North Carolina, United States',
  postalAddress: '',
  schedulingUrl: 'https://calendly.com/carolina-health-ai/consultation',
  social: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/carolina-health-ai' },
    { name: 'YouTube', url: 'https://www.youtube.com/@carolina-health-ai' },
  ],
};

/**
 * The current brand on every page, in every email and in every picture. Read it when you render: a value read while a
 * module loads stays as shipped.
 */
export const site: Readonly<Brand> = new Proxy(firstBrand, {
  get: (first, name: keyof Brand) => wordsOf('brand', first)[name],
});

/** The placeholder values. Leave them alone: the launch check compares with them to find what was not replaced. */
export const asItCame = {
  schedulingUrl: 'https://calendly.com/carolina-health-ai/consultation',
  social: [
    'https://www.linkedin.com/company/carolina-health-ai',
    'https://www.youtube.com/@carolina-health-ai',
  ],
};

/**
 * The page's background, apart from the other colours because the document passes it to the browser's address bar: the
 * browser then loads none of the others.
 */
export const paper = { light: '#fbfaf6', dark: '#0c1615' } as const;

/**
 * The colours, named like the tokens in `app/app.css`, which pages use. Everything without a stylesheet takes them from
 * here: emails, pictures, PDFs, icons, standalone pages. A test compares the two. In eight digits, the last two are the
 * opacity.
 */
export const lightColors = {
  paper: paper.light,
  surface: '#ffffff',
  sunken: '#f2eee4',
  line: '#dad4c6',
  control: '#857f72',
  ink: '#13211f',
  muted: '#51605c',
  pine: '#0e4f4c',
  'on-pine': '#ffffff',
  sage: '#e3ede8',
  clay: '#a8481f',
  danger: '#a3211b',
  good: '#1c6b3c',
  selection: '#c5ddd4',
  veil: '#13211f6b',
} as const;

export const darkColors: Readonly<Record<keyof typeof lightColors, string>> = {
  paper: paper.dark,
  surface: '#13201e',
  sunken: '#091110',
  line: '#2b3b38',
  control: '#7a8b87',
  ink: '#eaf0ec',
  muted: '#a9b8b3',
  pine: '#7ccbbe',
  'on-pine': '#0c1615',
  sage: '#173330',
  clay: '#f0a47a',
  danger: '#ff9c94',
  good: '#86d6a4',
  selection: '#24564f',
  veil: '#00000099',
};

/** Both colour schemes as custom properties, for a page that has to work without the stylesheet. */
export function colorProperties(): string {
  const list = (colors: Record<string, string>) =>
    Object.entries(colors)
      .map(([name, color]) => `--color-${name}: ${color};`)
      .join(' ');
  return `:root { color-scheme: light dark; ${list(lightColors)} }
  @media (prefers-color-scheme: dark) { :root { ${list(darkColors)} } }`;
}
