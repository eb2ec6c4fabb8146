import { plainText } from '#domain/text/plain-text.ts';

/** Escapes text for XML elements and attributes. */
export function escapeXml(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function xmlResponse(xml: string, type = 'application/xml'): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`, {
    headers: { 'content-type': `${type}; charset=utf-8` },
  });
}
