import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0002-one-job-one-function.md
var __pageData = JSON.parse("{\"title\":\"2. One job per question, and one pure function that decides\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0002-one-job-one-function.md\",\"filePath\":\"docs/adr/0002-one-job-one-function.md\"}");
var _sfc_main = { name: "adr/0002-one-job-one-function.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="2-one-job-per-question-and-one-pure-function-that-decides" tabindex="-1">2. One job per question, and one pure function that decides <a class="header-anchor" href="#2-one-job-per-question-and-one-pure-function-that-decides" aria-label="Permalink to “2. One job per question, and one pure function that decides”">​</a></h1><p>Status: accepted · 2026-11-21</p><p><strong>Context.</strong> A question is created, polled, cancelled, asked about when it is late, completed and delivered, and each of these steps may be interrupted. With one queue per stage, a crash between two queues would be a case of its own, and so would a stop in each of them.</p><p><strong>Decision.</strong> One BullMQ job for each open question runs a loop: gather the facts, decide, act. <code>lifecycle/decide.ts</code> takes the facts (record, stop requests, position in the thread, last read, time) and returns the next step. Creating the conversation is one of these steps, so it is part of <code>lifecycle/</code>, below <code>question/</code>, which only writes the record, posts the status and adds the job.</p><p><strong>Why.</strong> There is one place to read and to test with properties. A restart needs no code of its own: the next run looks at the facts. The record has a single writer.</p><p><strong>Cost.</strong> When all workers are busy polling, status messages would wait behind them. So <code>question/</code> posts the first status message from the intake queue, which has workers of its own; the question&#39;s job posts it if that failed.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0002-one-job-one-function.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0002_one_job_one_function_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0002_one_job_one_function_default as default };
