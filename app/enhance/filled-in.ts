type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Where an extension has put something into a form before React came, the sign of a password manager in a field, say, React
 * draws the page anew. What was typed or filled in by then goes over into the new fields, and the focus with it.
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
        // One of several that is chosen already stays so when it is pressed.
        if (isChoice(old) && isChoice(place)) {
          if (place.checked !== old.checked) place.click();
        } else if (place.value !== old.value) fill(place, old.value);
        if (old === focused) place.focus();
      }
    },
    { once: true },
  );
}

/** Of a file only the person may say which one it is. */
const findFields = () => [
  ...document.querySelectorAll<Control>('main [name]:is(input:not([type=file]), select, textarea)'),
];

function isSame(one: Control, other: Control): boolean {
  return one.name === other.name && (!isChoice(one) || one.value === other.value);
}

const isChoice = (field: Control): field is HTMLInputElement =>
  /^(checkbox|radio)$/.test(field.type);

/** As if it were typed: React notices no change of a value that it could have made itself. */
function fill(field: Control, value: string) {
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
