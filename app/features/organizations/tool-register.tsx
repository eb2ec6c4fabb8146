import { Caption, Drawing, type } from '#app/pictures/drawing.tsx';

const width = 336;
const rowHeight = 58;
const top = 34;
const ownerX = 196;

const rows = [
  { tool: 'Code suggestions', task: 'Inpatient coding', owner: 'HIM director' },
  { tool: 'Query drafts', task: 'CDI', owner: 'CDI manager' },
  { tool: 'Appeal drafts', task: 'Denials', owner: 'Denials lead' },
  { tool: 'Charge review', task: 'Charge capture', owner: 'Revenue integrity' },
  { tool: 'A chat tool', task: 'Billing' },
] as const;

/** Four initials, each starting on the line that it signs. */
const initials = [
  'M6 -1c2-6 4-13 5-15 0 6-2 12-3 15m12-16c-1 6-3 12-4 16m-9-8c5-1 9-1 13-1',
  'M20 -14c-6-3-13 1-14 8s6 9 13 4m7-11c-1 4-2 8-3 12 8 2 14-3 14-8s-6-6-11-4',
  'M7 -1c1-5 3-11 4-15 9-1 13 4 11 9S13-1 7-1m24-15c-2 5-3 10-4 15 4 1 8 0 11-2',
  'M7 -1c1-5 2-11 3-15 8-2 13 1 11 5s-6 5-11 4c4 2 8 4 12 6m9-15c-1 5-2 10-3 15',
] as const;

const description = rows
  .map((row) => `${row.tool}, ${row.task}: ${'owner' in row ? row.owner : 'no owner'}.`)
  .join(' ');

/** What an assessment starts with: a list, and the entry that nobody has signed. */
export function ToolRegister() {
  const bottom = top + rowHeight * rows.length + 6;
  return (
    <figure className="max-w-[30rem]">
      <Drawing
        width={width}
        height={bottom + 2}
        title="A register of AI tools in use"
        description={description}
      >
        <text x={0} y={13} className={type.caps}>
          Tool in use
        </text>
        <text x={ownerX} y={13} className={type.caps}>
          Who answers
        </text>
        <path d={`M0 22.5H${width}`} className="stroke-ink" strokeWidth={1} />
        {rows.map((row, index) => (
          <g key={row.tool} transform={`translate(0 ${top + rowHeight * index})`}>
            <text x={0} y={17} className={type.name}>
              {row.tool}
            </text>
            <text x={0} y={36} className={type.small}>
              {row.task}
            </text>
            <g transform={`translate(${ownerX} 18)`}>
              {'owner' in row ? (
                <path
                  d={initials[index]}
                  className="fill-none stroke-pine"
                  strokeWidth={1.25}
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              ) : (
                <path
                  d="M10 7c-22-3-24-22 8-26s110-6 120 8-30 19-74 19-56-4-60-8"
                  className="fill-none stroke-clay"
                  strokeWidth={1.5}
                  strokeLinecap="round"
                />
              )}
              <path
                d={`M0 2.500H${width - ownerX}`}
                className="stroke-control"
                strokeWidth={0.75}
              />
              <text
                y={'owner' in row ? 18 : 26}
                className={'owner' in row ? type.small : type.accentSmall}
              >
                {'owner' in row ? row.owner : 'no name, no agreement'}
              </text>
            </g>
            {index < rows.length - 1 && (
              <path
                d={`M0 ${rowHeight - 10.5}H${width}`}
                className="stroke-line"
                strokeWidth={0.75}
              />
            )}
          </g>
        ))}
      </Drawing>
      <Caption>A register of tools in use. The last line is the one to find first.</Caption>
    </figure>
  );
}
