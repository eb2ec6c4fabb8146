import { type ComponentType, lazy, useState } from 'react';

type Late<Props> = {
  /** Asks for it before it is drawn. */
  bring(): Promise<unknown>;
  drawn(): ComponentType<Props>;
};

/** A component whose module comes when it is first drawn, or before that. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let there: ComponentType<Props> | undefined;
  const bring = async () => {
    there = await load();
    return { default: there };
  };
  const Lazy = lazy(bring);
  return { bring, drawn: () => there ?? Lazy };
}

/** What has come by now is drawn at once: React's own `lazy` would show the fallback for 0.3 s at least. */
export function useLate<Props>({ drawn }: Late<Props>): ComponentType<Props> {
  // Another kind of component would forget what this one knows.
  const [Component] = useState(() => drawn());
  return Component;
}
