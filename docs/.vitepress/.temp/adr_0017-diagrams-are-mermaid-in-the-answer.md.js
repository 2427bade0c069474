import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0017-diagrams-are-mermaid-in-the-answer.md
var __pageData = JSON.parse("{\"title\":\"17. Diagrams are Mermaid in the answer\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0017-diagrams-are-mermaid-in-the-answer.md\",\"filePath\":\"docs/adr/0017-diagrams-are-mermaid-in-the-answer.md\"}");
var _sfc_main = { name: "adr/0017-diagrams-are-mermaid-in-the-answer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="17-diagrams-are-mermaid-in-the-answer" tabindex="-1">17. Diagrams are Mermaid in the answer <a class="header-anchor" href="#17-diagrams-are-mermaid-in-the-answer" aria-label="Permalink to “17. Diagrams are Mermaid in the answer”">​</a></h1><p><strong>Context.</strong> Some questions are best answered with a diagram: how modules import each other, how calls get from one function to another. The answer of the conversation API is one text in Markdown, for browsers and for Slack alike. Slack draws no diagrams, and nobody wants to read their source there. An instance, or a language model, may also put Mermaid into its answers.</p><p><strong>Decision.</strong> A diagram is a fenced block <code>mermaid</code> in the answer, as in GitHub, GitLab and most editors.</p><ul><li>The app shows a flowchart as text: a tree, or a list if it has many more arrows than boxes (<code>src/render/markdown/flowchart.ts</code>). What it does not understand in full stays a code block, since half a diagram would be wrong. Exports and copies of an answer keep the Mermaid source.</li><li>The local service&#39;s page of a shared conversation draws it with <code>@mermaid-js/tiny</code>: one file of 2.5 MB without dependencies (0.7 MB compressed), from the service itself, loaded only where there is a diagram. The package <code>mermaid</code> would bring more than 70 others.</li><li>It is drawn in a frame. Mermaid writes styles into the page, which the policy of our pages forbids, and the source may be hostile. The frame is sandboxed without an origin; its own policy lets it load nothing, and run only the two scripts in it, by their hashes. The source is in the fragment of its address.</li></ul><p><strong>Consequences.</strong> Any client that knows Mermaid can draw the diagrams. Other kinds of diagrams, such as sequences, are source code in Slack. Without JavaScript, the page shows the source.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0017-diagrams-are-mermaid-in-the-answer.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0017_diagrams_are_mermaid_in_the_answer_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0017_diagrams_are_mermaid_in_the_answer_default as default };
