import { t as _plugin_vue_export_helper_default } from "./plugin-vue_export-helper.DjkACiAr.js";
import { useSSRContext } from "vue";
import { ssrRenderAttr, ssrRenderAttrs } from "vue/server-renderer";
// docs/images/surface-progress.png
var surface_progress_default = "/assets/surface-progress.BmKD_OMo.png";
// docs/images/surface-progress-dark.png
var surface_progress_dark_default = "/assets/surface-progress-dark.CTy5a5Nr.png";
// docs/images/surface-thread.png
var surface_thread_default = "/assets/surface-thread.CzivSwIn.png";
// docs/images/surface-thread-dark.png
var surface_thread_dark_default = "/assets/surface-thread-dark.CB-CIkGB.png";
// docs/images/surface-sources.png
var surface_sources_default = "/assets/surface-sources.DboazaDr.png";
// docs/images/surface-sources-dark.png
var surface_sources_dark_default = "/assets/surface-sources-dark.DG6WlgO_.png";
// docs/images/surface-answer-menu.png
var surface_answer_menu_default = "/assets/surface-answer-menu.YteZ99Pn.png";
// docs/images/surface-answer-menu-dark.png
var surface_answer_menu_dark_default = "/assets/surface-answer-menu-dark.CjOmY4fo.png";
// docs/images/surface-direct-message.png
var surface_direct_message_default = "/assets/surface-direct-message.DGCxVHct.png";
// docs/images/surface-direct-message-dark.png
var surface_direct_message_dark_default = "/assets/surface-direct-message-dark.D5mktYDY.png";
// docs/images/surface-home.png
var surface_home_default = "/assets/surface-home.C5eJ67Av.png";
// docs/images/surface-home-dark.png
var surface_home_dark_default = "/assets/surface-home-dark.D5LYHLd_.png";
// docs/images/surface-conversation.png
var surface_conversation_default = "/assets/surface-conversation.BLKVq4jo.png";
// docs/images/surface-conversation-dark.png
var surface_conversation_dark_default = "/assets/surface-conversation-dark.DnL8_d9L.png";
// docs/images/surface-form.png
var surface_form_default = "/assets/surface-form.DmxXD_IH.png";
// docs/images/surface-form-dark.png
var surface_form_dark_default = "/assets/surface-form-dark.qUf7bB5E.png";
// docs/images/surface-about-message.png
var surface_about_message_default = "/assets/surface-about-message.BF2kD9B8.png";
// docs/images/surface-about-message-dark.png
var surface_about_message_dark_default = "/assets/surface-about-message-dark.BZmvGxER.png";
// docs/images/surface-list.png
var surface_list_default = "/assets/surface-list.CI1LZ_vp.png";
// docs/images/surface-list-dark.png
var surface_list_dark_default = "/assets/surface-list-dark.DEGqijfY.png";
// docs/images/surface-help.png
var surface_help_default = "/assets/surface-help.Ffv26_6v.png";
// docs/images/surface-help-dark.png
var surface_help_dark_default = "/assets/surface-help-dark.WoH2KwaZ.png";
// docs/images/surface-did-you-mean.png
var surface_did_you_mean_default = "/assets/surface-did-you-mean.CqQaACxu.png";
// docs/images/surface-did-you-mean-dark.png
var surface_did_you_mean_dark_default = "/assets/surface-did-you-mean-dark.DlcS2-Yb.png";
// docs/images/surface-code.png
var surface_code_default = "/assets/surface-code.CA13eHoP.png";
// docs/images/surface-code-dark.png
var surface_code_dark_default = "/assets/surface-code-dark.dySkuc4L.png";
// docs/images/surface-explore.png
var surface_explore_default = "/assets/surface-explore.DBgCAkiN.png";
// docs/images/surface-explore-dark.png
var surface_explore_dark_default = "/assets/surface-explore-dark.DS8pa5rr.png";
// docs/images/surface-settings.png
var surface_settings_default = "/assets/surface-settings.Cn_i8YHH.png";
// docs/images/surface-settings-dark.png
var surface_settings_dark_default = "/assets/surface-settings-dark.C_gYG59i.png";
// docs/images/surface-settings-form.png
var surface_settings_form_default = "/assets/surface-settings-form.RNAM0Hyr.png";
// docs/images/surface-settings-form-dark.png
var surface_settings_form_dark_default = "/assets/surface-settings-form-dark.BAnlQUCq.png";
// docs/images/surface-preview.png
var surface_preview_default = "/assets/surface-preview.CS337qrA.png";
// docs/images/surface-preview-dark.png
var surface_preview_dark_default = "/assets/surface-preview-dark.x-BZUctI.png";
// docs/images/surface-workflow.png
var surface_workflow_default = "/assets/surface-workflow.B90IMbef.png";
// docs/images/surface-workflow-dark.png
var surface_workflow_dark_default = "/assets/surface-workflow-dark.BHFVkUYV.png";
// docs/surfaces.md
var __pageData = JSON.parse("{\"title\":\"What the app shows in Slack\",\"description\":\"\",\"frontmatter\":{},\"headers\":[],\"relativePath\":\"surfaces.md\",\"filePath\":\"docs/surfaces.md\"}");
var _sfc_main = { name: "surfaces.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
	_push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-the-app-shows-in-slack" tabindex="-1">What the app shows in Slack <a class="header-anchor" href="#what-the-app-shows-in-slack" aria-label="Permalink to “What the app shows in Slack”">​</a></h1><p>A picture of each surface, with what brings it up. The pictures are taken by <code>test/browser/surfaces.test.ts</code> in the local workspace that stands in for Slack; Slack itself looks a little different. <a href="/using.html">Using it</a> describes all of it, and the <a href="/tour.html">tour</a> leads through the demo.</p><h2 id="a-question-in-progress" tabindex="-1">A question in progress <a class="header-anchor" href="#a-question-in-progress" aria-label="Permalink to “A question in progress”">​</a></h2><p>A status message in the thread shows the steps, how long the question has been running, and a Cancel button.</p><p><img class="light-only" loading="lazy" alt="A status message with steps and a Cancel button"${ssrRenderAttr("src", surface_progress_default)}><img class="dark-only" loading="lazy" alt="A status message with steps and a Cancel button"${ssrRenderAttr("src", surface_progress_dark_default)}></p><h2 id="an-answer-in-a-thread" tabindex="-1">An answer in a thread <a class="header-anchor" href="#an-answer-in-a-thread" aria-label="Permalink to “An answer in a thread”">​</a></h2><p>The answer with its suggested questions, its sources, votes and a menu.</p><p><img class="light-only" loading="lazy" alt="A thread with a question and its answer"${ssrRenderAttr("src", surface_thread_default)}><img class="dark-only" loading="lazy" alt="A thread with a question and its answer"${ssrRenderAttr("src", surface_thread_dark_default)}></p><h2 id="the-sources-of-an-answer" tabindex="-1">The sources of an answer <a class="header-anchor" href="#the-sources-of-an-answer" aria-label="Permalink to “The sources of an answer”">​</a></h2><p><em>Sources</em> below an answer. Each can be opened on the instance or browsed here.</p><p><img class="light-only" loading="lazy" alt="A view that lists the sources of an answer"${ssrRenderAttr("src", surface_sources_default)}><img class="dark-only" loading="lazy" alt="A view that lists the sources of an answer"${ssrRenderAttr("src", surface_sources_dark_default)}></p><h2 id="the-menu-of-an-answer" tabindex="-1">The menu of an answer <a class="header-anchor" href="#the-menu-of-an-answer" aria-label="Permalink to “The menu of an answer”">​</a></h2><p>The menu ⋯ below an answer.</p><p><img class="light-only" loading="lazy" alt="The menu below an answer"${ssrRenderAttr("src", surface_answer_menu_default)}><img class="dark-only" loading="lazy" alt="The menu below an answer"${ssrRenderAttr("src", surface_answer_menu_dark_default)}></p><h2 id="the-direct-message" tabindex="-1">The direct message <a class="header-anchor" href="#the-direct-message" aria-label="Permalink to “The direct message”">​</a></h2><p>While it is empty, it suggests questions.</p><p><img class="light-only" loading="lazy" alt="The direct message with the app, with suggested questions"${ssrRenderAttr("src", surface_direct_message_default)}><img class="dark-only" loading="lazy" alt="The direct message with the app, with suggested questions"${ssrRenderAttr("src", surface_direct_message_dark_default)}></p><h2 id="home" tabindex="-1">Home <a class="header-anchor" href="#home" aria-label="Permalink to “Home”">​</a></h2><p>The app&#39;s Home tab: running questions, conversations and a search.</p><p><img class="light-only" loading="lazy" alt="The Home tab with conversations"${ssrRenderAttr("src", surface_home_default)}><img class="dark-only" loading="lazy" alt="The Home tab with conversations"${ssrRenderAttr("src", surface_home_dark_default)}></p><h2 id="a-conversation" tabindex="-1">A conversation <a class="header-anchor" href="#a-conversation" aria-label="Permalink to “A conversation”">​</a></h2><p><em>Show</em> on Home or in a list, or <code>/deepsearch show 12</code>.</p><p><img class="light-only" loading="lazy" alt="A view of a conversation with its actions"${ssrRenderAttr("src", surface_conversation_default)}><img class="dark-only" loading="lazy" alt="A view of a conversation with its actions"${ssrRenderAttr("src", surface_conversation_dark_default)}></p><h2 id="the-form" tabindex="-1">The form <a class="header-anchor" href="#the-form" aria-label="Permalink to “The form”">​</a></h2><p><code>/deepsearch</code> alone, or the shortcut <em>Ask Deep Search</em>.</p><p><img class="light-only" loading="lazy" alt="A form with a question, a channel and who sees the answer"${ssrRenderAttr("src", surface_form_default)}><img class="dark-only" loading="lazy" alt="A form with a question, a channel and who sees the answer"${ssrRenderAttr("src", surface_form_dark_default)}></p><h2 id="asking-about-a-message" tabindex="-1">Asking about a message <a class="header-anchor" href="#asking-about-a-message" aria-label="Permalink to “Asking about a message”">​</a></h2><p><em>Ask about this</em> in the menu of a message.</p><p><img class="light-only" loading="lazy" alt="A form with the text of a message"${ssrRenderAttr("src", surface_about_message_default)}><img class="dark-only" loading="lazy" alt="A form with the text of a message"${ssrRenderAttr("src", surface_about_message_dark_default)}></p><h2 id="a-list-of-conversations" tabindex="-1">A list of conversations <a class="header-anchor" href="#a-list-of-conversations" aria-label="Permalink to “A list of conversations”">​</a></h2><p><code>/deepsearch list</code></p><p><img class="light-only" loading="lazy" alt="A private message that lists conversations"${ssrRenderAttr("src", surface_list_default)}><img class="dark-only" loading="lazy" alt="A private message that lists conversations"${ssrRenderAttr("src", surface_list_dark_default)}></p><h2 id="help" tabindex="-1">Help <a class="header-anchor" href="#help" aria-label="Permalink to “Help”">​</a></h2><p><code>/deepsearch help</code></p><p><img class="light-only" loading="lazy" alt="A private message with examples of all commands"${ssrRenderAttr("src", surface_help_default)}><img class="dark-only" loading="lazy" alt="A private message with examples of all commands"${ssrRenderAttr("src", surface_help_dark_default)}></p><h2 id="a-mistyped-command" tabindex="-1">A mistyped command <a class="header-anchor" href="#a-mistyped-command" aria-label="Permalink to “A mistyped command”">​</a></h2><p><code>/deepsearch lst</code></p><p><img class="light-only" loading="lazy" alt="A private message that asks what was meant"${ssrRenderAttr("src", surface_did_you_mean_default)}><img class="dark-only" loading="lazy" alt="A private message that asks what was meant"${ssrRenderAttr("src", surface_did_you_mean_dark_default)}></p><h2 id="code" tabindex="-1">Code <a class="header-anchor" href="#code" aria-label="Permalink to “Code”">​</a></h2><p><code>/deepsearch code search MAX_RETRIES</code></p><p><img class="light-only" loading="lazy" alt="A private message with lines of code"${ssrRenderAttr("src", surface_code_default)}><img class="dark-only" loading="lazy" alt="A private message with lines of code"${ssrRenderAttr("src", surface_code_dark_default)}></p><h2 id="exploring-code" tabindex="-1">Exploring code <a class="header-anchor" href="#exploring-code" aria-label="Permalink to “Exploring code”">​</a></h2><p><em>Read</em> or <em>Explore</em> below code.</p><p><img class="light-only" loading="lazy" alt="A view with lines of a file and buttons for its history, definitions and references"${ssrRenderAttr("src", surface_explore_default)}><img class="dark-only" loading="lazy" alt="A view with lines of a file and buttons for its history, definitions and references"${ssrRenderAttr("src", surface_explore_dark_default)}></p><h2 id="the-settings-of-a-channel" tabindex="-1">The settings of a channel <a class="header-anchor" href="#the-settings-of-a-channel" aria-label="Permalink to “The settings of a channel”">​</a></h2><p><code>/deepsearch settings</code>, as an admin sees them.</p><p><img class="light-only" loading="lazy" alt="The settings of a channel, each with where it comes from"${ssrRenderAttr("src", surface_settings_default)}><img class="dark-only" loading="lazy" alt="The settings of a channel, each with where it comes from"${ssrRenderAttr("src", surface_settings_dark_default)}></p><p><em>Edit</em> next to the answers.</p><p><img class="light-only" loading="lazy" alt="A form with where answers go and their language"${ssrRenderAttr("src", surface_settings_form_default)}><img class="dark-only" loading="lazy" alt="A form with where answers go and their language"${ssrRenderAttr("src", surface_settings_form_dark_default)}></p><h2 id="the-preview-of-a-link" tabindex="-1">The preview of a link <a class="header-anchor" href="#the-preview-of-a-link" aria-label="Permalink to “The preview of a link”">​</a></h2><p>Below a link to the instance.</p><p><img class="light-only" loading="lazy" alt="A message with a link, and its preview"${ssrRenderAttr("src", surface_preview_default)}><img class="dark-only" loading="lazy" alt="A message with a link, and its preview"${ssrRenderAttr("src", surface_preview_dark_default)}></p><h2 id="the-step-of-a-workflow" tabindex="-1">The step of a workflow <a class="header-anchor" href="#the-step-of-a-workflow" aria-label="Permalink to “The step of a workflow”">​</a></h2><p><em>Ask Deep Search</em> in Workflow Builder; here, how the local workspace runs it.</p><p><img class="light-only" loading="lazy" alt="A form that runs the step"${ssrRenderAttr("src", surface_workflow_default)}><img class="dark-only" loading="lazy" alt="A form that runs the step"${ssrRenderAttr("src", surface_workflow_dark_default)}></p></div>`);
}
var _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
	const ssrContext = useSSRContext();
	(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/surfaces.md");
	return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
var surfaces_default = /*#__PURE__*/ _plugin_vue_export_helper_default(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export { __pageData, surfaces_default as default };
