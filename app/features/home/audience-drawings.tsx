import type { ReactNode } from 'react';

/** Small scenes above the three cards. Decoration: the text next to them says everything. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 200 120"
      aria-hidden="true"
      className="block h-auto w-full max-w-56 fill-none stroke-pine"
      strokeWidth={1.5}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      {children}
    </svg>
  );
}

/** A hospital in the evening; one window is lit, where somebody is signing. */
export function Hospital() {
  return (
    <Scene>
      <path d="M6 112H194" className="stroke-ink" />
      <path d="M62 112V24h76v88M138 58h42v54M62 72H20v40" />
      <path d="M94 12h12M100 6v12M100 18v6" className="stroke-clay" />
      {[34, 52, 70].flatMap((y) =>
        [72, 90, 108, 124].map((x) => (
          <path
            key={`${x} ${y}`}
            d={`M${x} ${y}h8v9h-8z`}
            className={x === 108 && y === 52 ? 'fill-clay stroke-clay' : undefined}
            strokeWidth={1}
          />
        )),
      )}
      <path
        d="M30 82h8v9h-8zM46 82h8v9h-8zM148 70h8v9h-8zM164 70h8v9h-8zM148 88h8v9h-8zM164 88h8v9h-8z"
        strokeWidth={1}
      />
      <path d="M92 112V94h16v18M100 94v18" strokeWidth={1} />
    </Scene>
  );
}

/** A certificate with its seal, over the record that was checked. */
export function Portfolio() {
  return (
    <Scene>
      <path d="M24 104V20h84v12" />
      <path
        d="M34 32h40M34 44h18M34 56h18M34 68h18M34 80h18"
        className="stroke-control"
        strokeWidth={1}
      />
      <path d="M60 32h118v72H60z" className="fill-surface" />
      <path d="M66 38h106v60H66z" strokeWidth={0.75} />
      <path d="M78 52h62M78 62h44" className="stroke-ink" />
      <path d="M78 86c4-9 8-13 10-11s-6 12-3 13 6-9 9-8-2 6 1 6 8-4 16-6" className="stroke-clay" />
      <path d="M78 91h42" className="stroke-control" strokeWidth={0.75} />
      <path d="M142 84l-5 24 10-6 10 6-5-24" className="fill-surface" />
      <circle cx={147} cy={76} r={14} className="fill-surface" />
      <circle cx={147} cy={76} r={9} strokeWidth={0.75} />
      <circle cx={147} cy={76} r={11.5} strokeWidth={2.5} strokeDasharray="0.8 2.8" />
    </Scene>
  );
}

/** An open course book with a mark in the margin. */
export function Classroom() {
  return (
    <Scene>
      <path
        d="M100 34c-14-12-46-14-78-10v78c32-4 64-2 78 10 14-12 46-14 78-10V24c-32-4-64-2-78 10z"
        className="fill-surface"
      />
      <path d="M100 34v78" />
      <path
        d="M14 30v80c34-4 66-2 86 6 20-8 52-10 86-6V30"
        className="stroke-control"
        strokeWidth={1}
      />
      <path
        d="M36 42c20-2 36 0 50 5M36 54c20-2 36 0 50 5M36 66c20-2 36 0 50 5M36 78c14-1 26 0 34 2"
        className="stroke-control"
        strokeWidth={1}
      />
      <path
        d="M114 47c14-5 30-7 50-5M114 83c14-5 30-7 50-5M114 95c10-4 18-6 30-6"
        className="stroke-control"
        strokeWidth={1}
      />
      <path
        d="M114 59c14-5 30-7 50-5M114 71c10-4 20-6 32-6"
        className="stroke-clay"
        strokeWidth={1.75}
      />
      <path d="M170 50c4 2 4 6 2 10" className="stroke-clay" />
    </Scene>
  );
}
