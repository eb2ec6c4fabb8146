import { type ReactNode, useEffect, useRef, useState } from 'react';

type WhenNearProps = {
  children: ReactNode;
  /** Load it wherever it is. */
  isNeeded?: boolean;
};

/** Content that is loaded and shown when it comes near the viewport. */
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

  return <div ref={place}>{(isNear || isNeeded) && children}</div>;
}
