import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0003-unreachable-ends-only-before-creation.md
var __pageData = JSON.parse("{\"title\":\"3. Only a question that was never created ends as \\\"unreachable\\\"\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0003-unreachable-ends-only-before-creation.md\",\"filePath\":\"docs/adr/0003-unreachable-ends-only-before-creation.md\"}");
var _sfc_main = { name: "adr/0003-unreachable-ends-only-before-creation.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="3-only-a-question-that-was-never-created-ends-as-unreachable" tabindex="-1">3. Only a question that was never created ends as &quot;unreachable&quot; <a class="header-anchor" href="#3-only-a-question-that-was-never-created-ends-as-unreachable" aria-label="Permalink to “3. Only a question that was never created ends as &quot;unreachable&quot;”">​</a></h1><p>Status: accepted · 2026-11-21</p><p><strong>Context.</strong> The instance may be down for minutes. &quot;A transient error never ends a question by itself&quot; and &quot;a person always gets one outcome&quot; pull in different directions.</p><p><strong>Decision.</strong> While the conversation does not exist yet, errors that last longer than <code>QUESTION_TIMEOUT_MS</code> end the question as unreachable: nothing is running on the instance that could still answer. Once it exists, errors only delay it: after the timeout the person is asked whether to keep waiting; without a reply, after twice the timeout, the question is cancelled on the instance and expires.</p><p>A 429 that names a quota is not such an error: a quota resets in hours, so the question ends at once, with the time at which it makes sense to ask again.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0003-unreachable-ends-only-before-creation.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0003_unreachable_ends_only_before_creation_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0003_unreachable_ends_only_before_creation_default as default };
