import type { IconNode } from 'lucide';
import { h, type VNode } from 'preact';

/** A decorative icon: its container carries the label. */
export function Icon({ of, size = 18 }: { of: IconNode; size?: number }): VNode {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.9"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {of.map(([tag, attributes], index) => h(tag, { ...attributes, key: index }))}
    </svg>
  );
}

/** The app's logo. */
export function AppLogo(): VNode {
  return (
    <svg class="app-logo" viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="currentColor" stroke-linecap="round">
        <circle cx="14.2" cy="14" r="7.7" stroke-width="2.5" />
        <path d="m20 19.8 5 5" stroke-width="3" />
        <path d="M10 12.7c1.4-1.3 2.8-1.3 4.2 0s2.8 1.3 4.2 0" stroke-width="1.8" />
        <path d="M11.4 16.6c.9-.9 1.9-.9 2.8 0s1.9.9 2.8 0" stroke-width="1.8" opacity=".65" />
      </g>
    </svg>
  );
}
