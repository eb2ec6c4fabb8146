import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('dev/ui', 'routes/dev-ui.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
