import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0010-the-bot-is-built-as-a-bundle.md
var __pageData = JSON.parse("{\"title\":\"10. The bot is built as a bundle\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0010-the-bot-is-built-as-a-bundle.md\",\"filePath\":\"docs/adr/0010-the-bot-is-built-as-a-bundle.md\"}");
var _sfc_main = { name: "adr/0010-the-bot-is-built-as-a-bundle.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="10-the-bot-is-built-as-a-bundle" tabindex="-1">10. The bot is built as a bundle <a class="header-anchor" href="#10-the-bot-is-built-as-a-bundle" aria-label="Permalink to “10. The bot is built as a bundle”">​</a></h1><p>Status: accepted · 2026-11-22</p><p><strong>Context.</strong> The bot and its packages consist of about 1,200 files. Finding, reading and compiling each of them on its own took most of a start, of the bot and of every command of <code>deepsearch-slack</code>.</p><p><strong>Decision.</strong> <code>npm run build</code> bundles the bot and its packages with rolldown, which the build of the local workspace&#39;s page already uses through vite. <code>dist/main.js</code> and <code>dist/cli.js</code> stay the entry points, and what only some runs need, such as the queue board, the client of the tool server or <code>smoke</code>, is a file of its own. The output is not minified: a stack trace shows the functions&#39; names and lines that can be read in <code>dist/</code>. Source maps are beside it for <code>node --enable-source-maps</code>.</p><p>The image holds the bundle and those files of <code>node_modules</code> that the bundle reads, as <code>@vercel/nft</code> traces them, with the pages of the queue board: 16 MB instead of 85. Source maps stay out of it.</p><p><strong>Why.</strong> From the start until the settings have been checked, a process used 1.2 s of CPU time before and 0.7 s now (medians of five runs of each on the same busy machine).</p><p><strong>Cost.</strong> Two packages that look for files in their own folders are not part of the bundle: the queue board and msgpackr&#39;s optional native part. A module that finds a file by its own address must be at the top of <code>src/</code>, as <code>src/version.ts</code> is. The tests that run the built program would notice a package that does not survive bundling.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0010-the-bot-is-built-as-a-bundle.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0010_the_bot_is_built_as_a_bundle_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0010_the_bot_is_built_as_a_bundle_default as default };
