import { data } from 'react-router';

/** Any address that nothing else answers. The root's error page does the rest. */
export function loader() {
  throw data(null, { status: 404 });
}

/** A form posted there gets the same answer. */
export const action = loader;

export default function NotFoundRoute() {
  return null;
}
