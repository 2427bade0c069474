import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0004-lezer-for-rendering.md
var __pageData = JSON.parse("{\"title\":\"4. Answers are parsed with Lezer instead of mdast\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0004-lezer-for-rendering.md\",\"filePath\":\"docs/adr/0004-lezer-for-rendering.md\"}");
var _sfc_main = { name: "adr/0004-lezer-for-rendering.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="4-answers-are-parsed-with-lezer-instead-of-mdast" tabindex="-1">4. Answers are parsed with Lezer instead of mdast <a class="header-anchor" href="#4-answers-are-parsed-with-lezer-instead-of-mdast" aria-label="Permalink to “4. Answers are parsed with Lezer instead of mdast”">​</a></h1><p>Status: accepted · 2026-11-21</p><p><strong>Context.</strong> An answer of 100 kB has to become messages within milliseconds, in the process that also polls. The splitter needs a tree with source offsets; it does not rewrite the text.</p><p><strong>Decision.</strong> <code>render/</code> takes the block tree from <code>@lezer/markdown</code>, which has offsets, and reads code spans and links in one linear pass of its own (<code>render/markdown/spans.ts</code>). For 100 kB of mixed Markdown on the same machine, mdast with the GFM extension took about 300 ms, and this takes about 20 ms.</p><p><strong>Check.</strong> The tests use mdast as a second parser: generated documents are split, and both parsers must agree that fences are balanced, that the text keeps its order, and that nothing can mention anybody.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0004-lezer-for-rendering.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0004_lezer_for_rendering_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0004_lezer_for_rendering_default as default };
