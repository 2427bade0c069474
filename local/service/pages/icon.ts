/** The logo. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<defs><linearGradient id="deep" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#35c9b6"/>
<stop offset="1" stop-color="#0b6a78"/></linearGradient></defs>
<rect width="32" height="32" rx="8" fill="url(#deep)"/>
<g fill="none" stroke="#fff" stroke-linecap="round">
<circle cx="14.2" cy="14" r="7.7" stroke-width="2.5"/>
<path d="m20 19.8 5 5" stroke-width="3"/>
<path d="M10 12.7c1.4-1.3 2.8-1.3 4.2 0s2.8 1.3 4.2 0" stroke-width="1.8"/>
<path d="M11.4 16.6c.9-.9 1.9-.9 2.8 0s1.9.9 2.8 0" stroke-width="1.8" opacity=".65"/>
</g></svg>
`;
