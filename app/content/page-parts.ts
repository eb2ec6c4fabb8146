import { firstBrand, site } from '#domain/site/brand.ts';
import type { Href } from '../pages.ts';

/** What search engines and browser tabs show. The title is complete; nothing is appended to it. */
export type PageMeta = { title: string; description: string };

/** What a button does. A call opens the scheduling page in a new tab; `soon` stays disabled. */
export type Action =
  | { kind: 'link'; label: string; href: Href }
  | { kind: 'call'; label: string }
  | { kind: 'soon'; label: string; reason: string };

export type Hero = {
  eyebrow: string;
  title: string;
  lede: string;
  actions: readonly Action[];
};

/** A titled point with its explanation: a risk, a value, a step, a service. */
export type Point = { title: string; text: string };

/** Anything a section says. The compiler checks that its links lead somewhere. */
export type Words =
  | string
  | number
  | boolean
  | undefined
  | readonly Words[]
  | { href?: Href; [part: string]: Words };

/** A page made of sections. Every page has its own, named for what they say. */
export type Page = { meta: PageMeta; hero: Hero; [section: string]: Words };

const end = ` · ${firstBrand.name}`;

/** Uses the released name, because it runs while modules load; `withNameOfNow` replaces it with the current one. */
export function titled(page: string): string {
  return page + end;
}

/** Replaces the company's name only at the ends of a title: a job that mentions it keeps its own. */
export function withNameOfNow(title: string): string {
  return title.endsWith(end)
    ? `${title.slice(0, -end.length)} · ${site.name}`
    : title.replace(firstBrand.name, () => site.name);
}
