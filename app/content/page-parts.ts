import { firstBrand } from '#domain/brand.ts';
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

/** Whatever a section says. What it leads to is there: the compiler looks. */
export type Words =
  | string
  | number
  | boolean
  | undefined
  | readonly Words[]
  | { href?: Href; [part: string]: Words };

/** A page of sections. Every page has its own sections, named for what they say. */
export type Page = { meta: PageMeta; hero: Hero; [section: string]: Words };

/** Written before anybody knows another name: `pageMeta` puts the one that stands in its place. */
export function titled(page: string): string {
  return `${page} · ${firstBrand.name}`;
}
