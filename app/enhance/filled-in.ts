type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * If an extension has changed a form before React hydrates it (a password manager's icon in a field, say), React
 * renders the page from scratch. Whatever was typed or filled in by then moves into the new fields, along with the
 * focus.
 */
export function keepFilledIn() {
  let fields: Control[] = [];
  let focused: EventTarget | null = null;
  document.addEventListener('DOMContentLoaded', () => {
    fields = findFields();
  });
  document.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  document.addEventListener(
    'hydrated',
    () => {
      for (const old of fields) {
        const place = !old.isConnected && findFields().find((each) => isSame(each, old));
        if (!place) continue;
        // A click does not clear a chosen radio button; choosing another one does.
        if (isChoice(old) && isChoice(place)) {
          if (place.checked !== old.checked) place.click();
        } else if (place.value !== old.value) fill(place, old.value);
        if (old === focused) place.focus();
      }
    },
    { once: true },
  );
}

/** Scripts cannot set the file of a file input. */
const findFields = () => [
  ...document.querySelectorAll<Control>('main [name]:is(input:not([type=file]), select, textarea)'),
];

function isSame(one: Control, other: Control): boolean {
  return one.name === other.name && (!isChoice(one) || one.value === other.value);
}

const isChoice = (field: Control): field is HTMLInputElement =>
  /^(checkbox|radio)$/.test(field.type);

/** Through the prototype's setter, because React ignores a value that it believes it set itself. */
function fill(field: Control, value: string) {
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
