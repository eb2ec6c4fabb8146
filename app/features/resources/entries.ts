import {
  featuredResources,
  type ResourceCategory,
  resourceCategories,
  resourceItems,
} from '#app/content/resources.ts';
import type { Findable, Search } from './find.ts';

/** The categories with their names in addresses; All has none. */
export const categories = resourceCategories.map((label) => ({ label, type: typeOf(label) }));

export const itemsNow = () =>
  resourceItems().map((item) => ({
    ...item,
    words: findable(item.category, item.type, item.title, item.excerpt),
  }));
export type Item = ReturnType<typeof itemsNow>[number];

/** Staff decide what is published, so no sentence may assume that a category is empty. */
export const hasAny = (items: readonly Item[], category: ResourceCategory) =>
  items.some((item) => item.category === category);

export const featuredNow = (items: readonly Item[]) =>
  featuredResources(hasAny(items, 'Webinars')).map((resource) => ({
    ...resource,
    words: findable(resource.category, resource.type, resource.title, resource.text),
  }));
export type Featured = ReturnType<typeof featuredNow>[number];

/** What an address asks for; an unknown category counts as All. */
export function readSearch(params: URLSearchParams): Search {
  const type = params.get('type') ?? '';
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    type: categories.some((category) => category.type === type) ? type : '',
  };
}

function typeOf(category: ResourceCategory): string {
  return category === 'All' ? '' : category.toLowerCase().replaceAll(' ', '-');
}

function findable(category: ResourceCategory, ...words: string[]): Findable {
  return { type: typeOf(category), text: words.join(' ') };
}
