import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';

type PortraitProps = { src: string | undefined; isLarge?: boolean };

/** The picture, or a plain placeholder if there is none or it cannot be loaded. */
export function Portrait({ src, isLarge }: PortraitProps) {
  const [broken, setBroken] = useState<string>();
  const size = isLarge ? 112 : 56;
  return (
    <span className={classNames('portrait', isLarge && 'portrait-large')}>
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
        />
      ) : (
        <UserRound aria-hidden="true" />
      )}
    </span>
  );
}
