import { lineSpan } from '../draft/line-text.js';
import { shortHeader } from '../facts/headers/header-text.js';
import { typeHeaders } from '../facts/headers/type-headers.js';
import type { TypeDefinition } from '../facts/type-definitions.js';
import { signatureText } from '../passages/signature-text.js';

/** How a type begins, and how many have its name. */
export function typeDefinedAs(defined: TypeDefinition, definitions: number): string {
  const more = definitions > 1 ? ` (one of ${definitions} definitions of that name)` : '';
  return `It is defined as ${definitionSpan(defined)}${more}.`;
}

export function definitionSpan({ file, definition }: TypeDefinition): string {
  const own = typeHeaders(file).find(
    ({ line, name }) => line === definition.line && name === definition.name,
  );
  const signature = own?.text ?? shortHeader(signatureText(file, definition.line));
  return lineSpan(signature, definition.name);
}
