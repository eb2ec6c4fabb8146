import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { failureOf, unreachable } from './failure.ts';
import { Notice } from './notice.tsx';

type WhenNearProps = {
  children: ReactNode;
  /** Wherever it stands. */
  isNeeded?: boolean;
};

/** What is loaded and shown when it is about to come into sight. */
export function WhenNear({ children, isNeeded = false }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);

  // Synchronises with what the window shows.
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={place}>
      {(isNear || isNeeded) && (
        <Lost>
          <Suspense fallback={null}>{children}</Suspense>
        </Lost>
      )}
    </div>
  );
}

/** Nobody asked for what comes by itself: where it cannot come, the page around it stays, with all that is typed. */
class Lost extends Component<{ children: ReactNode }, { failure?: unknown }> {
  static getDerivedStateFromError = (failure: unknown) => ({ failure });

  override state: { failure?: unknown } = {};

  override render() {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    if (failureOf(failure) !== unreachable) throw failure;
    return (
      <Notice tone="danger" title="A part of this page could not be loaded">
        Check your connection, then load the page again.
      </Notice>
    );
  }
}
