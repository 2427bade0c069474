import './style/base.css';
import './style/frame.css';
import './style/sidebar.css';
import './style/menus.css';
import './style/list.css';
import './style/message.css';
import './style/reactions.css';
import './style/blocks.css';
import './style/boxes.css';
import './style/fields.css';
import './style/views.css';
import './style/written.css';
import './style/composer.css';
import './style/code.css';
import { render } from 'preact';
import { App } from './view/app.js';

const root = document.getElementById('app');
if (root) render(<App />, root);
