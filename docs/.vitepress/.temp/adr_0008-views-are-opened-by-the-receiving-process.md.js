import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0008-views-are-opened-by-the-receiving-process.md
var __pageData = JSON.parse("{\"title\":\"8. The process that receives a click opens the view; a worker fills it\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0008-views-are-opened-by-the-receiving-process.md\",\"filePath\":\"docs/adr/0008-views-are-opened-by-the-receiving-process.md\"}");
var _sfc_main = { name: "adr/0008-views-are-opened-by-the-receiving-process.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="8-the-process-that-receives-a-click-opens-the-view-a-worker-fills-it" tabindex="-1">8. The process that receives a click opens the view; a worker fills it <a class="header-anchor" href="#8-the-process-that-receives-a-click-opens-the-view-a-worker-fills-it" aria-label="Permalink to “8. The process that receives a click opens the view; a worker fills it”">​</a></h1><p>Status: accepted · 2026-11-22</p><p><strong>Context.</strong> Slack&#39;s <code>trigger_id</code> expires after three seconds. What a view shows may need several calls to Slack and to the instance, and a permission check. A queue between the click and <code>views.open</code> would lose triggers under load, and doing the work before the acknowledgement would break the promise that nothing slow happens there.</p><p><strong>Decision.</strong> The process that receives the click acknowledges it and opens the view right away, with an <code>external_id</code> derived from the click. A form is complete at that point; any other view shows a placeholder. A view request without the trigger goes through the queue. A worker checks permission, collects the content and fills the view with <code>views.update</code> by its <code>external_id</code>.</p><p><strong>Why.</strong> The trigger is used within milliseconds and never stored. Content is subject to the same retries and permission checks as everything else.</p><p><strong>Cost.</strong> A view appears twice: as a placeholder, then filled. If the process dies between the acknowledgement and <code>views.open</code>, the person has to click again; nothing else is lost.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0008-views-are-opened-by-the-receiving-process.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0008_views_are_opened_by_the_receiving_process_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0008_views_are_opened_by_the_receiving_process_default as default };
