import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0009-citations-are-checked-beside-the-answer.md
var __pageData = JSON.parse("{\"title\":\"9. Citations are checked beside the answer, which hardly waits for them\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0009-citations-are-checked-beside-the-answer.md\",\"filePath\":\"docs/adr/0009-citations-are-checked-beside-the-answer.md\"}");
var _sfc_main = { name: "adr/0009-citations-are-checked-beside-the-answer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="9-citations-are-checked-beside-the-answer-which-hardly-waits-for-them" tabindex="-1">9. Citations are checked beside the answer, which hardly waits for them <a class="header-anchor" href="#9-citations-are-checked-beside-the-answer-which-hardly-waits-for-them" aria-label="Permalink to “9. Citations are checked beside the answer, which hardly waits for them”">​</a></h1><p>Status: accepted · 2026-11-22</p><p><strong>Context.</strong> Answers written by a model may cite files or lines that do not exist, or quote them wrongly. The instance&#39;s code tools can tell, but looking up twenty sources may take seconds or fail.</p><p><strong>Decision.</strong> When an answer arrives, up to twenty cited places are looked up with the code tools, four at a time. The answer waits for <code>CITATION_CHECK_MS</code> (300 ms by default) and is then posted. The lookup goes on for at most 20 s; what it finds later is added to the posted messages with <code>chat.update</code>. Only what is certain is marked, and no message is ever posted for it.</p><p><strong>Why.</strong> A person who asked wants the answer, and then wants to know which source to distrust. A check that delays or loses an answer would cost more than it gives.</p><p><strong>Cost.</strong> A marked source may appear unmarked for some seconds. A late mark is lost if its update fails or the process dies; what was found in time is stored in the record before the first message, so it survives a restart.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0009-citations-are-checked-beside-the-answer.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0009_citations_are_checked_beside_the_answer_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0009_citations_are_checked_beside_the_answer_default as default };
