import { act, StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Runs a hook in a component that renders nothing, so that React needs no document but a root. In
 * StrictMode, as on the site: whatever cannot be mounted twice fails here too.
 */
export async function mountHook<Props, Result>(useHook: (props: Props) => Result, first: Props) {
  const shown: Result[] = [];
  const root = createRoot(emptyPlace());
  const render = (props: Props) =>
    act(async () =>
      root.render(
        <StrictMode>
          <Probe useHook={useHook} props={props} onShown={(result) => shown.push(result)} />
        </StrictMode>,
      ),
    );
  await render(first);
  return {
    /** Every result, in order. */
    shown,
    now(): Result {
      const last = shown.at(-1);
      if (last === undefined) throw new Error('Nothing has been shown');
      return last;
    },
    render,
    unmount: () => act(async () => root.unmount()),
  };
}

type ProbeProps<Props, Result> = {
  useHook(props: Props): Result;
  props: Props;
  onShown(result: Result): void;
};

function Probe<Props, Result>({ useHook, props, onShown }: ProbeProps<Props, Result>) {
  const result = useHook(props);
  // Not during rendering: React discards some passes.
  useLayoutEffect(() => {
    onShown(result);
  });
  return null;
}

function emptyPlace(): Element {
  Object.assign(globalThis, {
    IS_REACT_ACT_ENVIRONMENT: true,
    window: globalThis,
    HTMLIFrameElement: class {},
  });
  const ownerDocument = Object.assign(new EventTarget(), { nodeType: 9 });
  const place = Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument });
  return place as unknown as Element;
}
