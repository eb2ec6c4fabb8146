import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { documents, pages } from './pages.ts';

/** Every address of the site, as listed in the table of pages. */
export default [
  ...pages.map(({ path, file }) => toRoute(path, file)),
  ...documents.map(({ path, file, id }) => toRoute(path, file, id)),
] satisfies RouteConfig;

function toRoute(path: string, file: string, id?: string) {
  const module = `routes/${file}`;
  return path === '/' ? index(module) : route(path.slice(1), module, { id });
}
