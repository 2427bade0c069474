import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0001-answers-are-not-stored.md
var __pageData = JSON.parse("{\"title\":\"1. Answers are not stored in Redis\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0001-answers-are-not-stored.md\",\"filePath\":\"docs/adr/0001-answers-are-not-stored.md\"}");
var _sfc_main = { name: "adr/0001-answers-are-not-stored.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="1-answers-are-not-stored-in-redis" tabindex="-1">1. Answers are not stored in Redis <a class="header-anchor" href="#1-answers-are-not-stored-in-redis" aria-label="Permalink to “1. Answers are not stored in Redis”">​</a></h1><p>Status: accepted · 2026-11-21</p><p><strong>Context.</strong> A process may die between the end of a question on the instance and the last message in Slack. The answer must survive that.</p><p><strong>Decision.</strong> The record stores <em>that</em> a question was completed, not the answer. After a restart, the answer is read from the instance again.</p><p><strong>Why.</strong> Answers quote source code. What is not stored does not have to be protected, expired or explained to a security team. Redis stays small: a few kB for each question instead of up to 100 kB. A completed question does not change on the instance, so the second read gives the same parts, and the record knows which of them were already posted.</p><p><strong>Cost.</strong> If the conversation is deleted on the instance at that moment, the person is told that the answer is gone. If the instance is down at that moment, the answer waits until it is back.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0001-answers-are-not-stored.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0001_answers_are_not_stored_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0001_answers_are_not_stored_default as default };
