import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0006-queues-by-urgency.md
var __pageData = JSON.parse("{\"title\":\"6. Queues are separated by what a person waits for\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0006-queues-by-urgency.md\",\"filePath\":\"docs/adr/0006-queues-by-urgency.md\"}");
var _sfc_main = { name: "adr/0006-queues-by-urgency.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="6-queues-are-separated-by-what-a-person-waits-for" tabindex="-1">6. Queues are separated by what a person waits for <a class="header-anchor" href="#6-queues-are-separated-by-what-a-person-waits-for" aria-label="Permalink to “6. Queues are separated by what a person waits for”">​</a></h1><p>Status: accepted · 2026-11-22</p><p><strong>Context.</strong> Everything from Slack is stored as a job before it is acknowledged. Jobs differ in how long they may take and in who is waiting: a new question wants its status message within a second, a stop must act at once, a <code>list</code> may wait for a slow instance, and thousands of polls are never urgent.</p><p><strong>Decision.</strong> There are five BullMQ queues, each with workers of its own in the worker process: new questions; short actions (stop, keep waiting, vote, edits, help, settings); requests that read from the instance (conversations, code tools, views); open questions (polling); and maintenance (reconcile). A job holds an intent or a question&#39;s id, never a secret in the clear, and its id is derived from what happened, so that adding it twice is adding it once.</p><p><strong>Why.</strong> No load of one kind delays another: a stop does not wait behind polls or behind reads of an instance that hangs. BullMQ&#39;s groups, which would allow one queue, are not part of its open edition, and priorities do not help once all slots are taken by slow jobs.</p><p><strong>Cost.</strong> Order is kept only within a question&#39;s own record, not across queues: a stop may be processed before the question that it stops. Stop requests are therefore stored beside the record and count whenever they are found.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0006-queues-by-urgency.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0006_queues_by_urgency_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0006_queues_by_urgency_default as default };
