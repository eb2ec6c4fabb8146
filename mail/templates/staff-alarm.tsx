import { Action, Layout, Paragraph } from '../layout.tsx';
import type { StaffAlarmProps, Template } from '../template.ts';

export const staffAlarm: Template<StaffAlarmProps> = {
  subject: (brand, props) => `${headOf(props)} · ${brand.name}`,
  write: ({ brand, to, alarms, note }) => (
    <Layout
      brand={brand}
      title={headOf({ to, alarms })}
      reason="You are receiving this email because you help to run the site. You choose under Alarms what you receive."
    >
      {alarms.map(({ title, todo, isOver }) => (
        <Paragraph key={title}>
          <strong>{isOver ? `Over: ${title}` : title}</strong>
          {!isOver && (
            <>
              <br />
              {todo}
            </>
          )}
        </Paragraph>
      ))}
      {note && <Paragraph>{note}</Paragraph>}
      <Action href={`${brand.siteUrl}${alarms[0]?.path ?? '/staff/alarms'}`}>Open the site</Action>
    </Layout>
  ),
};

function headOf({ alarms }: Pick<StaffAlarmProps, 'to' | 'alarms'>): string {
  const [first] = alarms;
  const head = first ? `${first.isOver ? 'Over: ' : ''}${first.title}` : '';
  return alarms.length > 1 ? `${head}, and ${alarms.length - 1} more` : head;
}
