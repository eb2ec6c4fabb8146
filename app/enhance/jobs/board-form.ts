import { withQuery } from '#domain/site/with-query.ts';

/** The form beside the list: what it says, as an address, and what an address says, in the form. */
export function controlBoardForm(form: HTMLFormElement) {
  const types = [...form.querySelectorAll<HTMLButtonElement>('[aria-pressed]')];
  const button = form.querySelector<HTMLButtonElement>('[data-search]');

  function choose(type: string) {
    for (const each of types) each.setAttribute('aria-pressed', String(each.value === type));
    if (button) button.value = type;
  }

  return {
    choose,

    /** The search of an address; empty where nothing is asked for. */
    search(): string {
      const params = new URLSearchParams();
      for (const [name, value] of new FormData(form)) {
        const text = String(value).trim();
        // What goes without saying is not said.
        if (text && usual[name] !== text) params.append(name, text);
      }
      if (!params.has('place')) params.delete('miles');
      const q = params.get('q');
      for (const name of ofWords) {
        if (q && (name === 'plain' || params.get(name) === q)) continue;
        params.delete(name);
        // Nor is it asked for with the words that come next.
        const field = fieldOf(form, name);
        if (field) field.disabled = true;
      }
      if (params.has('wide')) params.set('wide', '1');
      if (button?.value) params.set('type', button.value);
      return withQuery('', params);
    },

    fill(params: URLSearchParams) {
      for (const each of form.elements) {
        if (each instanceof HTMLSelectElement) {
          each.value =
            params.get(each.name) ??
            each.querySelector('[value=""]')?.getAttribute('value') ??
            usual[each.name] ??
            '';
        } else if (each instanceof HTMLInputElement) {
          if (each.type === 'checkbox') each.checked = params.has(each.name);
          else if (each.type === 'hidden') {
            each.disabled = !params.has(each.name);
            if (each.name === 'wide') each.value = params.get('q') ?? '';
          } else each.value = params.get(each.name) ?? '';
        }
      }
      choose(params.get('type') ?? '');
    },

    typed: () => understood.map((name) => fieldOf(form, name)?.value),

    /** What was understood of it: nothing is left standing that the list does not heed, but what was typed since. */
    correct(page: Document, typed: readonly (string | undefined)[]) {
      for (const [nth, name] of understood.entries()) {
        const field = fieldOf(form, name);
        const value = fieldOf(page, name)?.value;
        if (field && value !== undefined && field.value === typed[nth]) field.value = value;
      }
    },

    /** How many there are with each filter. */
    renewCounts(page: Document) {
      const now = [...page.querySelectorAll('[data-board] form :is([data-n], option)')];
      const before = form.querySelectorAll(':is([data-n], option)');
      for (const [place, each] of [...before].entries()) {
        const words = now[place]?.textContent;
        if (words && words !== each.textContent) each.textContent = words;
        const told = now[place]?.parentElement?.getAttribute('aria-description');
        if (told) each.parentElement?.setAttribute('aria-description', told);
      }
    },
  };
}

/** How words are looked for; `wide` is chosen for those words alone. */
const ofWords = ['plain', 'wide'];
/** What people type in their own way. */
const understood = ['place', 'workplace', 'pay'];
const fieldOf = (place: ParentNode, name: string) =>
  place.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`);

const usual: Record<string, string> = { miles: '25', sort: 'newest' };
