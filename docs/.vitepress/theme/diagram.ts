import mermaidUrl from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';
import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

/** As much of Mermaid as is called here; its script sets a global. */
interface Mermaid {
  initialize(options: Record<string, unknown>): void;
  render(id: string, source: string): Promise<{ svg: string }>;
}

let loading: Promise<Mermaid> | undefined;
let drawn = 0;

/** Draws a Mermaid diagram; until then, and without scripts, its source is shown. */
export const Diagram = defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const svg = ref('');
    const { isDark } = useData();
    const source = decodeURIComponent(props.source);
    onMounted(() => {
      const show = async (dark: boolean) => {
        svg.value = await draw(source, dark);
      };
      watch(isDark, show, { immediate: true });
    });
    return () =>
      svg.value
        ? h('div', { class: 'diagram', innerHTML: svg.value })
        : h('pre', { class: 'diagram' }, source);
  },
});

async function draw(source: string, dark: boolean): Promise<string> {
  loading ??= load();
  const mermaid = await loading;
  mermaid.initialize({
    startOnLoad: false,
    theme: dark ? 'dark' : 'neutral',
    themeVariables: { fontSize: '13px' },
    flowchart: { useMaxWidth: true },
    sequence: { useMaxWidth: false },
  });
  drawn += 1;
  const { svg } = await mermaid.render(`diagram-${drawn}`, source);
  return svg;
}

/** 2.5 MB, so only pages with a diagram load it. */
function load(): Promise<Mermaid> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = mermaidUrl;
    script.onload = () => resolve((globalThis as unknown as { mermaid: Mermaid }).mermaid);
    script.onerror = () => reject(new Error(`${mermaidUrl} did not load`));
    document.head.append(script);
  });
}
