import { type ComponentType, useEffect, useState } from 'react';

type Late<Props> = {
  /** Asks for it before it is drawn. */
  bring(): Promise<unknown>;
  /** What has come by now. */
  drawn(): ComponentType<Props> | undefined;
};

/** A component whose module comes when it is first drawn, or before that. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let there: ComponentType<Props> | undefined;
  const bring = async () => {
    there = await load();
  };
  return { bring, drawn: () => there };
}

/**
 * Undefined until it is there, and drawn at once then. React's own `lazy` would show a fallback for 0.3 s at least, also
 * where the module comes in a tenth of that.
 */
export function useLate<Props>({ bring, drawn }: Late<Props>): ComponentType<Props> | undefined {
  const [Component, setComponent] = useState(() => drawn());
  const [failure, setFailure] = useState<{ reason: unknown }>();
  const isMissing = !Component;

  // Synchronises with the module.
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    bring().then(
      () => !isOver && setComponent(() => drawn()),
      (reason: unknown) => !isOver && setFailure({ reason }),
    );
    return () => {
      isOver = true;
    };
  }, [isMissing, bring, drawn]);

  if (failure) throw failure.reason;
  return Component;
}
