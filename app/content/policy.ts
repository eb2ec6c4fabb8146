import type { PageMeta } from './page-parts.ts';
import type { RichText } from './rich-text.ts';

/** A legal or policy page: numbered sections with stable anchors. */
export type PolicyPage = {
  meta: PageMeta;
  title: string;
  /** The date line, if the policy has one, and the same date for machines. */
  effective?: { text: string; date: string };
  lede: string;
  sections: readonly { id: string; title: string; body: RichText }[];
};
