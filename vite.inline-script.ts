/**
 * A built script as it stands in a document, where its names are its own. What would end the script there, or hide its end,
 * is refused: nothing escapes it, as the browser reads a script's text as it is.
 */
export function inlineScript(code: string): string {
  const [fault] = code.match(/<\/script|<script|<!--/i) ?? [];
  if (fault)
    throw new Error(`an inline script cannot have “${fault}” in it: write it in two parts`);
  return `(()=>{${code.trim()}})()`;
}
