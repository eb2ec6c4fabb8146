import { site } from '../site.ts';

export const handle = { hydrate: true };

export function meta() {
  return [{ title: `Parts · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function DevUi() {
  return <h1>Parts</h1>;
}
