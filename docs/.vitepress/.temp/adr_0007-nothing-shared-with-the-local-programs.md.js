import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0007-nothing-shared-with-the-local-programs.md
var __pageData = JSON.parse("{\"title\":\"7. The bot shares no code with the local programs\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0007-nothing-shared-with-the-local-programs.md\",\"filePath\":\"docs/adr/0007-nothing-shared-with-the-local-programs.md\"}");
var _sfc_main = { name: "adr/0007-nothing-shared-with-the-local-programs.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="7-the-bot-shares-no-code-with-the-local-programs" tabindex="-1">7. The bot shares no code with the local programs <a class="header-anchor" href="#7-the-bot-shares-no-code-with-the-local-programs" aria-label="Permalink to “7. The bot shares no code with the local programs”">​</a></h1><p>Status: accepted · 2026-11-22</p><p><strong>Context.</strong> The local service and the local workspace implement the two APIs and Slack&#39;s side of the wire. The tests run the bot against them. Sharing schemas, types or helpers would save a few hundred lines.</p><p><strong>Decision.</strong> <code>src/</code> and <code>local/</code> never import each other, not even types; a dependency rule checks it. Each local program is an npm workspace with dependencies of its own. The demo starts the bot as a user would: as a process with environment variables.</p><p><strong>Why.</strong> A shared schema lets both sides be wrong together, and no test would notice. Two independent readings of the API documents find each other&#39;s mistakes. The bot&#39;s image also stays free of what only the local programs need.</p><p><strong>Cost.</strong> Some shapes are written down twice. When a document changes, both sides change.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0007-nothing-shared-with-the-local-programs.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0007_nothing_shared_with_the_local_programs_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0007_nothing_shared_with_the_local_programs_default as default };
