import { useRef } from 'react';
import { useLoading } from '#app/ui/use-loading.ts';
import { useMore } from '#app/ui/use-more.ts';
import type { ListPage } from '#domain/staff/staff.ts';
import { useStaffRead } from './calls.tsx';
import { leftHere } from './router.ts';

type Asked = { name: string; question: object; key?: string; version?: string | number };

/** A staff list, page by page. Read again, after an act or by the back button, it has as many rows as were shown. */
export function useStaffPages<Row>({ name, question, ...when }: Asked) {
  const read = useStaffRead();
  const ask = (after?: string) =>
    read<ListPage<Row>>(`list-${name}`, { ...question, ...(after && { after }) });
  const shown = useRef(0);
  async function askForShown() {
    let list = await ask();
    while (list.next && list.rows.length < shown.current) {
      const page = await ask(list.next);
      list = { ...page, rows: [...list.rows, ...page.rows] };
    }
    return list;
  }
  const list = useLoading(askForShown, when);
  shown.current = list.state.data?.rows.length ?? leftHere().rows ?? 0;
  const more = useMore(list, async ({ next }) => {
    const page = await ask(next);
    // A list that was reloaded meanwhile may end elsewhere.
    return (now) => (now.next === next ? { ...page, rows: [...now.rows, ...page.rows] } : now);
  });
  return { list, more };
}
