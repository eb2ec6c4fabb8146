import { withQuery } from '#domain/site/with-query.ts';

/** The form next to the list: reads it as an address, and fills it from an address. */
export function controlBoardForm(form: HTMLFormElement) {
  const types = [...form.querySelectorAll<HTMLButtonElement>('[aria-pressed]')];
  const button = form.querySelector<HTMLButtonElement>('[data-search]');

  function choose(type: string) {
    for (const each of types) each.setAttribute('aria-pressed', String(each.value === type));
    if (button) button.value = type;
  }

  return {
    choose,

    /** The form as a query string; empty if it asks for nothing. */
    search(): string {
      const params = new URLSearchParams();
      for (const [name, value] of new FormData(form)) {
        const text = String(value).trim();
        // Defaults are left out.
        if (text && usual[name] !== text) params.append(name, text);
      }
      if (!params.has('place')) params.delete('miles');
      const q = params.get('q');
      for (const name of ofWords) {
        if (q && (name === 'plain' || params.get(name) === q)) continue;
        params.delete(name);
        // Nor does it apply to the words typed next.
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

    /**
     * Corrects the fields to what the server understood, so that none shows a filter that the list ignores; text typed
     * since stays.
     */
    correct(page: Document, typed: readonly (string | undefined)[]) {
      for (const [nth, name] of understood.entries()) {
        const field = fieldOf(form, name);
        const value = fieldOf(page, name)?.value;
        if (field && value !== undefined && field.value === typed[nth]) field.value = value;
      }
    },

    /** Updates how many results each filter has. */
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

/** How the words are searched; `wide` applies only to the words it was chosen for. */
const ofWords = ['plain', 'wide'];
/** Fields that people may fill in freely. */
const understood = ['place', 'workplace', 'pay'];
const fieldOf = (place: ParentNode, name: string) =>
  place.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`);

const usual: Record<string, string> = { miles: '25', sort: 'newest' };
