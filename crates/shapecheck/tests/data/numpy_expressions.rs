// Expressions and the answers of NumPy 2.4.6. Written by:
//     python3 tests/data/numpy_expressions.py

pub const FUNCTIONS: [(usize, fn(&Case)); 450] = [(0, static_0), (1, static_1), (2, static_2), (2, mixed_2), (3, static_3), (4, static_4), (5, static_5), (6, static_6), (6, mixed_6), (7, static_7), (7, mixed_7), (8, static_8), (9, static_9), (10, static_10), (11, static_11), (11, mixed_11), (12, static_12), (13, static_13), (14, static_14), (15, static_15), (16, static_16), (16, mixed_16), (17, static_17), (17, mixed_17), (18, static_18), (19, static_19), (20, static_20), (21, static_21), (22, static_22), (22, mixed_22), (23, static_23), (24, static_24), (25, static_25), (25, mixed_25), (26, static_26), (27, static_27), (28, static_28), (28, mixed_28), (29, static_29), (29, mixed_29), (30, static_30), (31, static_31), (31, mixed_31), (32, static_32), (33, static_33), (33, mixed_33), (34, static_34), (35, static_35), (35, mixed_35), (36, static_36), (37, static_37), (38, static_38), (39, static_39), (40, static_40), (41, static_41), (41, mixed_41), (42, static_42), (43, static_43), (43, mixed_43), (44, static_44), (45, static_45), (45, mixed_45), (46, static_46), (47, static_47), (47, mixed_47), (48, static_48), (49, static_49), (50, static_50), (51, static_51), (51, mixed_51), (52, static_52), (53, static_53), (54, static_54), (55, static_55), (56, static_56), (57, static_57), (58, static_58), (59, static_59), (60, static_60), (61, static_61), (62, static_62), (62, mixed_62), (63, static_63), (64, static_64), (64, mixed_64), (65, static_65), (65, mixed_65), (66, static_66), (67, static_67), (68, static_68), (68, mixed_68), (69, static_69), (69, mixed_69), (70, static_70), (71, static_71), (72, static_72), (73, static_73), (74, static_74), (75, static_75), (76, static_76), (77, static_77), (77, mixed_77), (78, static_78), (79, static_79), (80, static_80), (81, static_81), (81, mixed_81), (82, static_82), (83, static_83), (84, static_84), (85, static_85), (85, mixed_85), (86, static_86), (86, mixed_86), (87, static_87), (88, static_88), (88, mixed_88), (89, static_89), (89, mixed_89), (90, static_90), (91, static_91), (91, mixed_91), (92, static_92), (93, static_93), (93, mixed_93), (94, static_94), (95, static_95), (95, mixed_95), (96, static_96), (97, static_97), (98, static_98), (99, static_99), (100, static_100), (101, static_101), (101, mixed_101), (102, static_102), (103, static_103), (104, static_104), (104, mixed_104), (105, static_105), (106, static_106), (107, static_107), (108, static_108), (109, static_109), (110, static_110), (111, static_111), (112, static_112), (113, static_113), (114, static_114), (115, static_115), (116, static_116), (117, static_117), (117, mixed_117), (118, static_118), (119, static_119), (120, static_120), (121, static_121), (122, static_122), (123, static_123), (123, mixed_123), (124, static_124), (125, static_125), (126, static_126), (126, mixed_126), (127, static_127), (128, static_128), (129, static_129), (130, static_130), (131, static_131), (132, static_132), (133, static_133), (134, static_134), (134, mixed_134), (135, static_135), (136, static_136), (137, static_137), (137, mixed_137), (138, static_138), (139, static_139), (140, static_140), (141, static_141), (141, mixed_141), (142, static_142), (142, mixed_142), (143, static_143), (144, static_144), (145, static_145), (146, static_146), (146, mixed_146), (147, static_147), (147, mixed_147), (148, static_148), (149, static_149), (149, mixed_149), (150, static_150), (151, static_151), (152, static_152), (153, static_153), (153, mixed_153), (154, static_154), (154, mixed_154), (155, static_155), (156, static_156), (157, static_157), (157, mixed_157), (158, static_158), (159, static_159), (159, mixed_159), (160, static_160), (161, static_161), (162, static_162), (163, static_163), (163, mixed_163), (164, static_164), (165, static_165), (166, static_166), (167, static_167), (167, mixed_167), (168, static_168), (169, static_169), (169, mixed_169), (170, static_170), (171, static_171), (172, static_172), (172, mixed_172), (173, static_173), (174, static_174), (175, static_175), (176, static_176), (177, static_177), (177, mixed_177), (178, static_178), (179, static_179), (180, static_180), (181, static_181), (182, static_182), (182, mixed_182), (183, static_183), (184, static_184), (184, mixed_184), (185, static_185), (186, static_186), (187, static_187), (187, mixed_187), (188, static_188), (188, mixed_188), (189, static_189), (189, mixed_189), (190, static_190), (191, static_191), (192, static_192), (193, static_193), (194, static_194), (195, static_195), (195, mixed_195), (196, static_196), (197, static_197), (198, static_198), (198, mixed_198), (199, static_199), (200, static_200), (201, static_201), (201, mixed_201), (202, static_202), (203, static_203), (204, static_204), (205, static_205), (206, static_206), (206, mixed_206), (207, static_207), (208, static_208), (209, static_209), (209, mixed_209), (210, static_210), (211, static_211), (212, static_212), (212, mixed_212), (213, static_213), (213, mixed_213), (214, static_214), (215, static_215), (216, static_216), (216, mixed_216), (217, static_217), (218, static_218), (219, static_219), (220, static_220), (220, mixed_220), (221, static_221), (221, mixed_221), (222, static_222), (222, mixed_222), (223, static_223), (224, static_224), (224, mixed_224), (225, static_225), (226, static_226), (227, static_227), (228, static_228), (229, static_229), (230, static_230), (230, mixed_230), (231, static_231), (232, static_232), (233, static_233), (233, mixed_233), (234, static_234), (234, mixed_234), (235, static_235), (235, mixed_235), (236, static_236), (237, static_237), (237, mixed_237), (238, static_238), (238, mixed_238), (239, static_239), (240, static_240), (241, static_241), (241, mixed_241), (242, static_242), (243, static_243), (244, static_244), (244, mixed_244), (245, static_245), (245, mixed_245), (246, static_246), (247, static_247), (248, static_248), (249, static_249), (249, mixed_249), (250, static_250), (251, static_251), (252, static_252), (252, mixed_252), (253, static_253), (254, static_254), (255, static_255), (256, static_256), (257, static_257), (258, static_258), (258, mixed_258), (259, static_259), (259, mixed_259), (260, static_260), (260, mixed_260), (261, static_261), (262, static_262), (262, mixed_262), (263, static_263), (264, static_264), (265, static_265), (265, mixed_265), (266, static_266), (266, mixed_266), (267, static_267), (267, mixed_267), (268, static_268), (269, static_269), (269, mixed_269), (270, static_270), (270, mixed_270), (271, static_271), (271, mixed_271), (272, static_272), (272, mixed_272), (273, static_273), (274, static_274), (275, static_275), (275, mixed_275), (276, static_276), (276, mixed_276), (277, static_277), (278, static_278), (278, mixed_278), (279, static_279), (280, static_280), (281, static_281), (282, static_282), (283, static_283), (284, static_284), (284, mixed_284), (285, static_285), (286, static_286), (286, mixed_286), (287, static_287), (288, static_288), (289, static_289), (290, static_290), (291, static_291), (292, static_292), (293, static_293), (294, static_294), (294, mixed_294), (295, static_295), (296, static_296), (296, mixed_296), (297, static_297), (297, mixed_297), (298, static_298), (298, mixed_298), (299, static_299), (300, static_300), (301, static_301), (302, static_302), (303, static_303), (304, static_304), (305, static_305), (306, static_306), (307, static_307), (308, static_308), (309, static_309), (309, mixed_309), (310, static_310), (311, static_311), (312, static_312), (313, static_313), (313, mixed_313), (314, static_314), (315, static_315), (316, static_316), (317, static_317), (318, static_318), (319, static_319), (320, static_320), (320, mixed_320), (321, static_321), (322, static_322), (323, static_323), (323, mixed_323), (324, static_324), (324, mixed_324), (325, static_325), (326, static_326), (326, mixed_326), (327, static_327), (328, static_328), (328, mixed_328), (329, static_329), (330, mixed_330), (331, mixed_331), (332, mixed_332), (333, mixed_333), (334, mixed_334), (335, mixed_335), (336, mixed_336), (337, mixed_337), (338, mixed_338), (339, mixed_339), (340, mixed_340), (341, mixed_341)];

fn static_0(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![4, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.maximum(&v1);
    let v5 = Tensor::<i32, shape![]>::from_vec(case.input(5)).unwrap();
    let v6 = einsum!("bd,->db"; &v4, &v5);
    let v7 = v6.broadcast_to::<shape![2, 4]>();
    compare!(case, v7, Tensor<i32, shape![2, 4]>);
}

fn static_1(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1, 5, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("dfb,c->bd"; &v2.view(), &v3.view());
    compare!(case, v4, Tensor<f64, shape![2, 1]>);
}

fn static_2(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(1);
    let v2 = v1.sum_axis::<-1>();
    let v3 = &v1 - &v2;
    compare!(case, v3, Tensor<i32, shape![1]>);
}

fn mixed_2(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(1..2);
    let v2 = v1.sum_axis::<-1>();
    let v3 = &v1 - &v2;
    compare!(case, v3);
}

fn static_3(case: &Case) {
    let v0 = InlineTensor::<f32, shape![0, 1, 40, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![0, 1, 40, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.greater_equal(&v0);
    let v3 = v2.narrow::<-1, dim!(1)>(0);
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![0]>();
    compare!(case, v4, InlineTensor<bool, shape![0]>);
}

fn static_4(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("ca,bdc->dcb"; &v1, &v0);
    let v3 = v2.permute::<axes![-2, -3, -1]>();
    let v4 = InlineTensor::<i32, shape![3, 3, 1]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v3 + &v4;
    compare!(case, v5, Tensor<i32, shape![3, 3, 1]>);
}

fn static_5(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 3, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![1, 3, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<f64, shape![3, 1, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    let v6 = v5.transpose();
    compare!(case, v6, Tensor<f64, shape![3, 2, 3]>);
}

fn static_6(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = v1.permute::<axes![-1, -2, -3]>();
    let v3 = Tensor::<f32, shape![2, 2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.max_axes::<axes![-3, -2]>();
    compare!(case, v5, Tensor<f32, shape![1, 1, 2]>);
}

fn mixed_6(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2, _, _]>::try_from([2, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = v1.permute::<axes![-1, -2, -3]>();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![_, _, _]>::try_from([2, 2, 2]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.max_axes::<axes![-3, -2]>();
    compare!(case, v5);
}

fn static_7(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn mixed_7(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3);
}

fn static_8(case: &Case) {
    let v0 = InlineTensor::<bool, shape![4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.all_axis::<-2>();
    let v2 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = &v2 / &v4;
    let v6 = v5.swap_axes::<-1, -1>();
    compare!(case, v6, Tensor<f32, shape![2, 2]>);
}

fn static_9(case: &Case) {
    let v0 = InlineTensor::<i32, shape![4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 4, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("abc,->a"; &v2, &v3);
    let v5 = &v4 + &v1;
    compare!(case, v5, Tensor<i32, shape![2, 4, 2]>);
}

fn static_10(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 4, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 4, 2, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.narrow::<-3, dim!(1)>(2);
    let v4 = &v3 / &v1;
    let v5 = v4.index_axis::<-2>(0);
    compare!(case, v5, Tensor<f32, shape![2, 4, 2]>);
}

fn static_11(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = &v2 * &v1;
    let v4 = &v2 * &v3;
    compare!(case, v4, Tensor<i32, shape![3, 2, 2]>);
}

fn mixed_11(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _, _]>::try_from([3, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = &v2 * &v1;
    let v4 = &v2 * &v3;
    compare!(case, v4);
}

fn static_12(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![5, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<f64, shape![2, 5, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.less_equal(&v2);
    compare!(case, v4, Tensor<bool, shape![2, 5, 2]>);
}

fn static_13(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2, 3, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = Tensor::<f64, shape![2, 1, 1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.equal(&v2);
    compare!(case, v4, Tensor<bool, shape![2, 2, 3, 3]>);
}

fn static_14(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 5, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 5, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![1, 5, 7]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<f32, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!("bce,f,->ebf"; &v3.view(), &v5.view(), &v4.view());
    let v7 = v5.minimum(&v6);
    let v8 = Tensor::<f32, shape![2]>::from_vec(case.input(8)).unwrap();
    let v9 = einsum!("f,cae->"; &v8, &v7);
    compare!(case, v9, Tensor<f32, shape![]>);
}

fn static_15(case: &Case) {
    let v0 = InlineTensor::<i32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("a,->"; &v1.view(), &v0.view());
    let v3 = &v0 - &v2;
    let v4 = Tensor::scalar(v3.argmin()).map(|place| place as i32);
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn static_16(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 4, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = Tensor::<f32, shape![1, 3, 1, 4]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![4]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f32, shape![3, 3, 2, 4]>);
}

fn mixed_16(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 4, 2, 3]>::try_from([3, 4, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![1, _, 1, _]>::try_from([1, 3, 1, 4]).unwrap(), case.input(2)).unwrap();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4);
}

fn static_17(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 1, 1]>();
    let v3 = v2.transpose();
    let v4 = v3.permute::<axes![-1, -2, -3]>();
    compare!(case, v4, Tensor<bool, shape![1, 1, 1]>);
}

fn mixed_17(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 1, 1]>();
    let v3 = v2.transpose();
    let v4 = v3.permute::<axes![-1, -2, -3]>();
    compare!(case, v4);
}

fn static_18(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.equal(&v1);
    let v3 = InlineTensor::<f32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = InlineTensor::<f32, shape![1, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f32, shape![2, 2]>);
}

fn static_19(case: &Case) {
    let v0 = InlineTensor::<i32, shape![4, 2]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 8]>();
    let v2 = InlineTensor::<i32, shape![3, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!("ed,bf->fd"; &v1.view(), &v2.view());
    compare!(case, v3, Tensor<i32, shape![3, 8]>);
}

fn static_20(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 1, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![4, 1, 0]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    let v5 = v4.insert_axis::<-2>();
    compare!(case, v5, Tensor<f32, shape![4, 1, 0]>);
}

fn static_21(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = &v1 - &v0;
    let v3 = &v2 + &v0;
    compare!(case, v3, InlineTensor<i32, shape![2]>);
}

fn static_22(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-3, dim!(1)>(0);
    let v2 = Tensor::<i32, shape![3]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("cab,e->bce"; &v1.view(), &v2.view());
    let v4 = &v3 - &v2;
    compare!(case, v4, Tensor<i32, shape![1, 1, 3]>);
}

fn mixed_22(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 4, _]>::try_from([2, 4, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-3>(0..1);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(2)).unwrap();
    let v3 = einsum!("cab,e->bce"; &v1.view(), &v2.view());
    let v4 = &v3 - &v2;
    compare!(case, v4);
}

fn static_23(case: &Case) {
    let v0 = InlineTensor::<f32, shape![5, 7]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![7, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f32, shape![5, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!("ef,af,ea->"; &v2.view(), &v1.view(), &v0.view());
    let v4 = v1.equal(&v3);
    let v5 = v4.narrow::<-1, dim!(2)>(0);
    let v6 = v5.index_axis::<-2>(5);
    compare!(case, v6, Tensor<bool, shape![2]>);
}

fn static_24(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.not_equal(&v1);
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.select(&v0, &v3);
    let v5 = v4.broadcast_to::<shape![2]>();
    compare!(case, v5, Tensor<f64, shape![2]>);
}

fn static_25(case: &Case) {
    let v0 = Tensor::<f32, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.swap_axes::<-1, -2>();
    let v3 = &v1 * &v2;
    let v4 = v2.maximum(&v3);
    compare!(case, v4, Tensor<f32, shape![5, 5]>);
}

fn mixed_25(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![5]>::try_from([5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.swap_axes::<-1, -2>();
    let v3 = &v1 * &v2;
    let v4 = v2.maximum(&v3);
    compare!(case, v4);
}

fn static_26(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 2, 4]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!(",bea->e"; &v0.view(), &v1.view());
    let v3 = v2.var_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn static_27(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v2.index_axis::<-2>(0);
    let v4 = &v3 - &v0;
    compare!(case, v4, Tensor<f64, shape![2, 2]>);
}

fn static_28(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(2)>(0);
    let v2 = &v0 + &v1;
    let v3 = Tensor::<i32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![2, 5]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("ed,e,ac->d"; &v2, &v3, &v4);
    compare!(case, v5, Tensor<i32, shape![2]>);
}

fn mixed_28(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 2]>::try_from([3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..2);
    let v2 = &v0 + &v1;
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![2, 5]>::try_from([2, 5]).unwrap(), case.input(4)).unwrap();
    let v5 = einsum!("ed,e,ac->d"; &v2, &v3, &v4);
    compare!(case, v5);
}

fn static_29(case: &Case) {
    let v0 = Tensor::<i32, shape![0, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.sum_axis::<-1>();
    let v3 = Tensor::<i32, shape![4, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    compare!(case, v4, Tensor<i32, shape![4, 1]>);
}

fn mixed_29(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([0, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.sum_axis::<-1>();
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![4, _]>::try_from([4, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    compare!(case, v4);
}

fn static_30(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = v1.transpose();
    compare!(case, v2, InlineTensor<i32, shape![3, 3, 2]>);
}

fn static_31(case: &Case) {
    let v0 = Tensor::<f32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v1.minimum(&v2);
    let v4 = &v3 + &v2;
    compare!(case, v4, Tensor<f32, shape![]>);
}

fn mixed_31(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v1.minimum(&v2);
    let v4 = &v3 + &v2;
    compare!(case, v4);
}

fn static_32(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -2, -3]>();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<f64, shape![3, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![3]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("dc,a,fbe->e"; &v3.view(), &v4.view(), &v2.view());
    compare!(case, v5, Tensor<f64, shape![2]>);
}

fn static_33(case: &Case) {
    let v0 = Tensor::<f32, shape![5, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(2);
    let v2 = v1.insert_axis::<-3>();
    compare!(case, v2, Tensor<f32, shape![1, 5, 1]>);
}

fn mixed_33(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 4]>::try_from([5, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(2..3);
    let v2 = v1.insert_axis::<-3>();
    compare!(case, v2);
}

fn static_34(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.all_axis::<-2>();
    let v2 = Tensor::<f32, shape![3, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f32, shape![3, 3]>);
}

fn static_35(case: &Case) {
    let v0 = Tensor::<f32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let v2 = v0.less(&v1);
    let v3 = Tensor::<f32, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.select(&v1, &v3);
    compare!(case, v4, Tensor<f32, shape![2]>);
}

fn mixed_35(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..1);
    let v2 = v0.less(&v1);
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.select(&v1, &v3);
    compare!(case, v4);
}

fn static_36(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.var_axis::<-1>();
    compare!(case, v2, InlineTensor<f32, shape![1, 1]>);
}

fn static_37(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.any());
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = InlineTensor::<f64, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::<f64, shape![5]>::from_vec(case.input(5)).unwrap();
    let v6 = einsum!(",c->c"; &v4, &v5);
    let v7 = Tensor::<f64, shape![1]>::from_vec(case.input(7)).unwrap();
    let v8 = &v6 * &v7;
    compare!(case, v8, Tensor<f64, shape![5]>);
}

fn static_38(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = &v1 - &v2;
    compare!(case, v3, Tensor<f32, shape![4, 2]>);
}

fn static_39(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![1, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = InlineTensor::<i32, shape![3, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("ce,ab->abc"; &v3.view(), &v2.view());
    let v5 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6, Tensor<i32, shape![3, 3]>);
}

fn static_40(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.argmax()).map(|place| place as i32);
    let v2 = Tensor::<i32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    let v4 = InlineTensor::<i32, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!(",->"; &v3.view(), &v4.view());
    compare!(case, v5, Tensor<i32, shape![]>);
}

fn static_41(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -2>();
    let v2 = v1.transpose();
    compare!(case, v2, Tensor<bool, shape![3, 2]>);
}

fn mixed_41(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 3]>::try_from([2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -2>();
    let v2 = v1.transpose();
    compare!(case, v2);
}

fn static_42(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![3, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.narrow::<-1, dim!(2)>(1);
    compare!(case, v3, Tensor<f32, shape![3, 2]>);
}

fn static_43(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axes::<axes![-3, -1]>();
    let v2 = &v1 / &v0;
    compare!(case, v2, Tensor<i32, shape![2, 2, 3]>);
}

fn mixed_43(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _, 3]>::try_from([2, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axes::<axes![-3, -1]>();
    let v2 = &v1 / &v0;
    compare!(case, v2);
}

fn static_44(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![1, 1, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!(",b,ced->ced"; &v3.view(), &v2.view(), &v4.view());
    let v6 = v5.greater(&v4);
    compare!(case, v6, Tensor<bool, shape![1, 1, 3]>);
}

fn static_45(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = v1.swap_axes::<-3, -3>();
    compare!(case, v2, Tensor<f64, shape![3, 3, 2]>);
}

fn mixed_45(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, _, _]>::try_from([2, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = v1.swap_axes::<-3, -3>();
    compare!(case, v2);
}

fn static_46(case: &Case) {
    let v0 = InlineTensor::<bool, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = Tensor::<f32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::scalar(v4.min());
    let v6 = v5.minimum(&v3);
    compare!(case, v6, Tensor<f32, shape![]>);
}

fn static_47(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 2, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = &v2 + &v1;
    let v4 = v3.broadcast_to::<shape![2, 2, 2, 3]>();
    compare!(case, v4, Tensor<f64, shape![2, 2, 2, 3]>);
}

fn mixed_47(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![1, 2, 2, _]>::try_from([1, 2, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _, _]>::try_from([1, 2, 2, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = &v2 + &v1;
    let v4 = v3.broadcast_to_with(<shape![_, _, _, _]>::try_from([2, 2, 2, 3]).unwrap());
    compare!(case, v4);
}

fn static_48(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("dcbf,b->fdc"; &v0, &v1);
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<f32, shape![3, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!("baf,,fc->ab"; &v2.view(), &v3.view(), &v4.view());
    compare!(case, v5, Tensor<f32, shape![2, 2]>);
}

fn static_49(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = InlineTensor::<f64, shape![7, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<f64, shape![2, 3, 7]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("def,ce,bea->feb"; &v1.view(), &v2.view(), &v3.view());
    let v5 = v4.permute::<axes![-2, -1, -3]>();
    compare!(case, v5, Tensor<f64, shape![3, 2, 1]>);
}

fn static_50(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2, 2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let v2 = Tensor::<i32, shape![4]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = InlineTensor::<i32, shape![0, 4, 0]>::from_slice(&case.input(5)).unwrap();
    let v6 = InlineTensor::<i32, shape![4, 0]>::from_slice(&case.input(6)).unwrap();
    let v7 = einsum!("bade,cef,ef->fc"; &v4.view(), &v5.view(), &v6.view());
    compare!(case, v7, Tensor<i32, shape![0, 0]>);
}

fn static_51(case: &Case) {
    let v0 = Tensor::<f64, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::<i32, shape![3]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.greater(&v2);
    let v4 = v3.any_axis::<-1>();
    compare!(case, v4, Tensor<bool, shape![1]>);
}

fn mixed_51(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.greater(&v2);
    let v4 = v3.any_axis::<-1>();
    compare!(case, v4);
}

fn static_52(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-3>();
    let v2 = v1.swap_axes::<-2, -1>();
    let v3 = InlineTensor::<i32, shape![1, 7, 2, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    compare!(case, v4, Tensor<i32, shape![1, 7, 2, 3]>);
}

fn static_53(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f64, shape![4, 2, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.transpose();
    compare!(case, v4, Tensor<f64, shape![4, 2, 2]>);
}

fn static_54(case: &Case) {
    let v0 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("e,ce->c"; &v0.view(), &v1.view());
    let v3 = Tensor::<f32, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    let v5 = Tensor::<f32, shape![2]>::from_vec(case.input(5)).unwrap();
    let v6 = &v4 * &v5;
    let v7 = v6.sum_axis::<-1>();
    compare!(case, v7, Tensor<f32, shape![1]>);
}

fn static_55(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("baf,->ba"; &v1.view(), &v0.view());
    let v3 = Tensor::<f64, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    compare!(case, v4, Tensor<f64, shape![2]>);
}

fn static_56(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.argmax()).map(|place| place as i32);
    let v2 = Tensor::<i32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    let v4 = &v3 * &v0;
    let v5 = Tensor::<i32, shape![3]>::from_vec(case.input(5)).unwrap();
    let v6 = &v4 + &v5;
    compare!(case, v6, Tensor<i32, shape![3]>);
}

fn static_57(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.equal(&v1);
    compare!(case, v3, Tensor<bool, shape![1]>);
}

fn static_58(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.min());
    let v2 = InlineTensor::scalar(v1.sum());
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    let v5 = v2.minimum(&v4);
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn static_59(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2]>();
    let v2 = Tensor::<f64, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    let v4 = v3.narrow::<-1, dim!(0)>(1);
    compare!(case, v4, Tensor<f64, shape![0]>);
}

fn static_60(case: &Case) {
    let v0 = InlineTensor::<i32, shape![5, 2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = &v1 / &v0;
    compare!(case, v2, InlineTensor<i32, shape![5, 2, 2]>);
}

fn static_61(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v0.minimum(&v2);
    let v4 = v3.transpose();
    compare!(case, v4, InlineTensor<i32, shape![4, 2]>);
}

fn static_62(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.narrow::<-1, dim!(1)>(2);
    compare!(case, v2, Tensor<f64, shape![4, 1]>);
}

fn mixed_62(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 4]>::try_from([3, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.slice_axis::<-1>(2..3);
    compare!(case, v2);
}

fn static_63(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = &v1 - &v0;
    let v3 = InlineTensor::<i32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.equal(&v3);
    compare!(case, v4, Tensor<bool, shape![1, 4]>);
}

fn static_64(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 1, 0]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("bcd,b->"; &v1, &v0);
    let v3 = Tensor::scalar(v2.sum());
    let v4 = &v3 / &v1;
    let v5 = v4.narrow::<-2, dim!(1)>(0);
    compare!(case, v5, Tensor<f64, shape![4, 1, 0]>);
}

fn mixed_64(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 0]>::try_from([4, 1, 0]).unwrap(), case.input(1)).unwrap();
    let v2 = einsum!("bcd,b->"; &v1, &v0);
    let v3 = Tensor::scalar(v2.sum());
    let v4 = &v3 / &v1;
    let v5 = v4.slice_axis::<-2>(0..1);
    compare!(case, v5);
}

fn static_65(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.broadcast_to::<shape![2, 2]>();
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![1, 2, 2, 1]>();
    compare!(case, v4, Tensor<f64, shape![1, 2, 2, 1]>);
}

fn mixed_65(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([1, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.broadcast_to_with(<shape![_, _]>::try_from([2, 2]).unwrap());
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![1, 2, 2, 1]>();
    compare!(case, v4);
}

fn static_66(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![7, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!(",cf->"; &v0.view(), &v1.view());
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    let v5 = v1.maximum(&v4);
    let v6 = v5.max_axis::<-1>();
    compare!(case, v6, Tensor<f64, shape![7, 1]>);
}

fn static_67(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 2, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v0 * &v2;
    compare!(case, v3, InlineTensor<i32, shape![3, 2, 2]>);
}

fn static_68(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = Tensor::<f64, shape![4, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 / &v1;
    let v4 = v3.sum_axis::<-2>();
    compare!(case, v4, Tensor<f64, shape![1, 1]>);
}

fn mixed_68(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([4, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![4, 1]>::try_from([4, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 / &v1;
    let v4 = v3.sum_axis::<-2>();
    compare!(case, v4);
}

fn static_69(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = Tensor::<i32, shape![3, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.minimum(&v2);
    let v4 = v3.maximum(&v1);
    let v5 = v4.argmin_axis::<-1>().map(|place| place as i32);
    compare!(case, v5, Tensor<i32, shape![3, 1]>);
}

fn mixed_69(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![3, _]>::try_from([3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, 1]>::try_from([3, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.minimum(&v2);
    let v4 = v3.maximum(&v1);
    let v5 = v4.argmin_axis::<-1>().map(|place| place as i32);
    compare!(case, v5);
}

fn static_70(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![]>();
    compare!(case, v3, InlineTensor<f64, shape![]>);
}

fn static_71(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(2)>(0);
    let v2 = Tensor::<f64, shape![3, 4]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("eb,cb->bc"; &v1.view(), &v2.view());
    compare!(case, v3, Tensor<f64, shape![4, 3]>);
}

fn static_72(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let v2 = v1.var_axis::<-1>();
    compare!(case, v2, InlineTensor<f64, shape![2, 1]>);
}

fn static_73(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = &v0 - &v2;
    let v4 = v3.minimum(&v1);
    let v5 = v4.argmin_axis::<-2>().map(|place| place as i32);
    compare!(case, v5, Tensor<i32, shape![2, 1, 2]>);
}

fn static_74(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2, 3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 1, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = v2.permute::<axes![-3, -1, -2]>();
    let v4 = InlineTensor::<f64, shape![2, 2, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = v3.minimum(&v4);
    let v6 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(6)).unwrap();
    let v7 = einsum!("fecd,a->ea"; &v5.view(), &v6.view());
    compare!(case, v7, Tensor<f64, shape![2, 2]>);
}

fn static_75(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1, 1, 3, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-3>();
    let v2 = v1.sum_axis::<-2>();
    let v3 = Tensor::<f32, shape![1, 1, 1, 5]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    compare!(case, v4, Tensor<f32, shape![1, 1, 1, 5]>);
}

fn static_76(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let v2 = v0.minimum(&v1);
    let v3 = Tensor::<i32, shape![3, 5]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![3, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!("fd,eb,ba->de"; &v3.view(), &v2.view(), &v4.view());
    let v6 = InlineTensor::<i32, shape![5, 2]>::from_slice(&case.input(6)).unwrap();
    let v7 = &v6 - &v5;
    compare!(case, v7, Tensor<i32, shape![5, 2]>);
}

fn static_77(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = v1.var_axis::<-1>();
    compare!(case, v2, Tensor<f64, shape![1]>);
}

fn mixed_77(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = v1.var_axis::<-1>();
    compare!(case, v2);
}

fn static_78(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![0]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("eb,c->c"; &v0, &v1);
    let v3 = &v1 - &v2;
    let v4 = v3.narrow::<-1, dim!(0)>(0);
    compare!(case, v4, InlineTensor<f64, shape![0]>);
}

fn static_79(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 0, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.var_axis::<-2>();
    let v2 = InlineTensor::<f64, shape![3, 4, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    let v4 = &v1 * &v3;
    compare!(case, v4, Tensor<f64, shape![3, 4, 7]>);
}

fn static_80(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4, 1, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("e,dab->bde"; &v1, &v0);
    let v3 = Tensor::<f64, shape![3, 1, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 + &v2;
    let v5 = &v1 * &v4;
    compare!(case, v5, Tensor<f64, shape![3, 4, 2]>);
}

fn static_81(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(1);
    let v2 = v1.broadcast_to::<shape![1]>();
    let v3 = Tensor::<f64, shape![1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    compare!(case, v4, Tensor<f64, shape![3]>);
}

fn mixed_81(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(1..2);
    let v2 = v1.broadcast_to_with(<shape![_]>::try_from([1]).unwrap());
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![1, _]>::try_from([1, 3]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    compare!(case, v4);
}

fn static_82(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("c,d->c"; &v0.view(), &v1.view());
    let v3 = Tensor::<f64, shape![0, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("fc,a->ca"; &v3, &v2);
    let v5 = v4.broadcast_to::<shape![3, 3]>();
    compare!(case, v5, Tensor<f64, shape![3, 3]>);
}

fn static_83(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f32, shape![1, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!("dc,ab,da->"; &v1.view(), &v0.view(), &v2.view());
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![1]>();
    let v5 = v4.index_axis::<-1>(0);
    let v6 = &v5 / &v1;
    compare!(case, v6, Tensor<f32, shape![1, 3]>);
}

fn static_84(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.select(&v1, &v3);
    let v5 = v4.insert_axis::<-1>();
    compare!(case, v5, Tensor<f64, shape![1]>);
}

fn static_85(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v2 + &v1;
    compare!(case, v3, Tensor<f64, shape![3, 2]>);
}

fn mixed_85(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 1]>::try_from([3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v2 + &v1;
    compare!(case, v3);
}

fn static_86(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.maximum(&v1);
    let v4 = Tensor::<i32, shape![3]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = v0.less(&v5);
    compare!(case, v6, Tensor<bool, shape![3, 1]>);
}

fn mixed_86(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![3, 1]>::try_from([3, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.maximum(&v1);
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = v0.less(&v5);
    compare!(case, v6);
}

fn static_87(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("b,->"; &v1.view(), &v0.view());
    let v3 = InlineTensor::<i32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![2, 5]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!(",,cf->c"; &v2.view(), &v3.view(), &v4.view());
    let v6 = &v5 + &v0;
    compare!(case, v6, Tensor<i32, shape![2]>);
}

fn static_88(case: &Case) {
    let v0 = Tensor::<bool, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = v1.remove_axis::<-1>();
    compare!(case, v2, Tensor<bool, shape![]>);
}

fn mixed_88(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = v1.remove_axis::<-1>();
    compare!(case, v2);
}

fn static_89(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let v2 = v1.any_axis::<-3>();
    compare!(case, v2, Tensor<bool, shape![1, 3, 1]>);
}

fn mixed_89(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 3, 1]>::try_from([4, 3, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let v2 = v1.any_axis::<-3>();
    compare!(case, v2);
}

fn static_90(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = InlineTensor::<f32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("a,->a"; &v2.view(), &v3.view());
    let v5 = Tensor::<f32, shape![]>::from_vec(case.input(5)).unwrap();
    let v6 = v4.not_equal(&v5);
    compare!(case, v6, Tensor<bool, shape![0]>);
}

fn static_91(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-1>();
    let v2 = v1.index_axis::<-1>(0);
    compare!(case, v2, Tensor<i32, shape![]>);
}

fn mixed_91(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axis::<-1>();
    let v2 = v1.index_axis::<-1>(0);
    compare!(case, v2);
}

fn static_92(case: &Case) {
    let v0 = InlineTensor::<f32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.less_equal(&v1);
    let v3 = Tensor::<f64, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![2]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f64, shape![2]>);
}

fn static_93(case: &Case) {
    let v0 = Tensor::<f32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.index_axis::<-1>(1);
    compare!(case, v3, Tensor<bool, shape![]>);
}

fn mixed_93(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.index_axis::<-1>(1);
    compare!(case, v3);
}

fn static_94(case: &Case) {
    let v0 = Tensor::<bool, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-1>();
    let v2 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<i32, shape![3, 2]>);
}

fn static_95(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(0);
    let v2 = Tensor::<f64, shape![2, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f64, shape![1, 0]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f64, shape![2, 0]>);
}

fn mixed_95(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 1]>::try_from([2, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..0);
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([2, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![1, 0]>::try_from([1, 0]).unwrap(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4);
}

fn static_96(case: &Case) {
    let v0 = InlineTensor::<f32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = v2.broadcast_to::<shape![]>();
    compare!(case, v3, Tensor<f32, shape![]>);
}

fn static_97(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![3]>();
    let v4 = Tensor::scalar(v3.min());
    let v5 = Tensor::scalar(v4.min());
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn static_98(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![4]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater(&v1);
    let v3 = InlineTensor::<f32, shape![4, 4]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.select(&v1, &v3);
    let v5 = v4.swap_axes::<-2, -2>();
    let v6 = v5.argmax_axis::<-1>().map(|place| place as i32);
    compare!(case, v6, Tensor<i32, shape![4, 1]>);
}

fn static_99(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.all_axis::<-1>();
    let v3 = v2.swap_axes::<-1, -1>();
    compare!(case, v3, InlineTensor<bool, shape![1, 1]>);
}

fn static_100(case: &Case) {
    let v0 = InlineTensor::<i32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.broadcast_to::<shape![]>();
    let v4 = Tensor::<i32, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.minimum(&v3);
    compare!(case, v5, Tensor<i32, shape![]>);
}

fn static_101(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![1, 2, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v2.less(&v3);
    let v5 = v4.all_axis::<-2>();
    let v6 = v5.broadcast_to::<shape![2, 4, 3]>();
    compare!(case, v6, Tensor<bool, shape![2, 4, 3]>);
}

fn mixed_101(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![2, 2, 3]>::try_from([2, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, 1]>::try_from([2, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![_, _, 1]>::try_from([1, 2, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v2.less(&v3);
    let v5 = v4.all_axis::<-2>();
    let v6 = v5.broadcast_to_with(<shape![_, _, _]>::try_from([2, 4, 3]).unwrap());
    compare!(case, v6);
}

fn static_102(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.argmax()).map(|place| place as i32);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![]>();
    let v3 = InlineTensor::<i32, shape![1, 4]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![2]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("ef,,b->b"; &v3.view(), &v2.view(), &v4.view());
    compare!(case, v5, Tensor<i32, shape![2]>);
}

fn static_103(case: &Case) {
    let v0 = InlineTensor::<i32, shape![1, 2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.less_equal(&v1);
    let v4 = v3.permute::<axes![-1, -2, -3]>();
    compare!(case, v4, InlineTensor<bool, shape![2, 2, 1]>);
}

fn static_104(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 1, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-1>();
    let v2 = v1.broadcast_to::<shape![1, 1, 4]>();
    let v3 = Tensor::<i32, shape![1, 1, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    let v5 = Tensor::<i32, shape![1]>::from_vec(case.input(5)).unwrap();
    let v6 = einsum!("bec,e->b"; &v4, &v5);
    compare!(case, v6, Tensor<i32, shape![1]>);
}

fn mixed_104(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _, _]>::try_from([1, 1, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axis::<-1>();
    let v2 = v1.broadcast_to_with(<shape![_, _, _]>::try_from([1, 1, 4]).unwrap());
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_, _, 4]>::try_from([1, 1, 4]).unwrap(), case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    let v5 = Tensor::<i32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(5)).unwrap();
    let v6 = einsum!("bec,e->b"; &v4, &v5);
    compare!(case, v6);
}

fn static_105(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.index_axis::<-2>(2);
    let v5 = v4.index_axis::<-1>(1);
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn static_106(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2, 4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 2, 4, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v2 * &v0;
    let v4 = &v0 - &v3;
    compare!(case, v4, Tensor<i32, shape![3, 2, 4, 3]>);
}

fn static_107(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<i32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![0, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("a,fc,ae->fe"; &v3, &v4, &v2);
    compare!(case, v5, Tensor<i32, shape![0, 4]>);
}

fn static_108(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 7, 2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 7, 2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.transpose();
    let v4 = Tensor::<f64, shape![3, 7, 2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = Tensor::<f64, shape![1, 7, 2, 1]>::from_vec(case.input(6)).unwrap();
    let v7 = v6.maximum(&v5);
    compare!(case, v7, Tensor<f64, shape![3, 7, 2, 2]>);
}

fn static_109(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("efd,ef->fe"; &v0, &v1);
    let v3 = InlineTensor::<f64, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!(",bc->"; &v3.view(), &v2.view());
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn static_110(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    let v3 = v2.sum_axis::<-1>();
    compare!(case, v3, InlineTensor<f64, shape![1]>);
}

fn static_111(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.transpose();
    let v4 = v3.narrow::<-1, dim!(0)>(1);
    compare!(case, v4, Tensor<f64, shape![2, 0]>);
}

fn static_112(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 7]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 7]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = v2.not_equal(&v0);
    compare!(case, v3, Tensor<bool, shape![2, 7]>);
}

fn static_113(case: &Case) {
    let v0 = Tensor::<f32, shape![7]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 7]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = v2.remove_axis::<-1>();
    let v4 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(4)).unwrap();
    let v5 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(5)).unwrap();
    let v6 = einsum!("cf,a,->af"; &v5.view(), &v4.view(), &v3.view());
    compare!(case, v6, Tensor<f32, shape![3, 3]>);
}

fn static_114(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!(",b->"; &v0, &v1);
    let v3 = &v0 + &v2;
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![1, 1]>();
    let v5 = InlineTensor::<f64, shape![]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!(",ab->ba"; &v5.view(), &v4.view());
    compare!(case, v6, Tensor<f64, shape![1, 1]>);
}

fn static_115(case: &Case) {
    let v0 = InlineTensor::<i32, shape![4, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v0.greater(&v1);
    compare!(case, v2, InlineTensor<bool, shape![4, 4, 4]>);
}

fn static_116(case: &Case) {
    let v0 = InlineTensor::<f32, shape![3, 3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-2, -1, -3]>();
    let v2 = InlineTensor::<f32, shape![3, 1, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.less(&v1);
    compare!(case, v3, InlineTensor<bool, shape![3, 1, 3]>);
}

fn static_117(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 - &v2;
    let v4 = Tensor::<f64, shape![2, 2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    let v6 = v5.permute::<axes![-2, -3, -1]>();
    compare!(case, v6, Tensor<f64, shape![2, 2, 2]>);
}

fn mixed_117(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, _]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, 1]>::try_from([2, 2, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 - &v2;
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, _]>::try_from([2, 2, 2]).unwrap(), case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    let v6 = v5.permute::<axes![-2, -3, -1]>();
    compare!(case, v6);
}

fn static_118(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(2);
    let v2 = v1.argmin_axis::<-1>().map(|place| place as i32);
    let v3 = v2.sum_axis::<-1>();
    compare!(case, v3, InlineTensor<i32, shape![1]>);
}

fn static_119(case: &Case) {
    let v0 = InlineTensor::<i32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![]>();
    let v4 = Tensor::scalar(v3.sum());
    let v5 = v0.greater_equal(&v4);
    compare!(case, v5, Tensor<bool, shape![]>);
}

fn static_120(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.maximum(&v0);
    let v4 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!(",ba->"; &v3, &v4);
    let v6 = v5.insert_axis::<-1>();
    compare!(case, v6, Tensor<f64, shape![1]>);
}

fn static_121(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2, 3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![3, 2, 3, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<f32, shape![2, 3, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v3.matmul(&v4);
    compare!(case, v5, Tensor<f32, shape![3, 2, 3, 2]>);
}

fn static_122(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 / &v2;
    compare!(case, v3, Tensor<i32, shape![2, 5]>);
}

fn static_123(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.greater(&v0);
    let v3 = v2.broadcast_to::<shape![]>();
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![]>();
    compare!(case, v4, Tensor<bool, shape![]>);
}

fn mixed_123(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.greater(&v0);
    let v3 = v2.broadcast_to::<shape![]>();
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![]>();
    compare!(case, v4);
}

fn static_124(case: &Case) {
    let v0 = InlineTensor::<f32, shape![0, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = v2.broadcast_to::<shape![0, 1]>();
    let v4 = v3.less(&v2);
    compare!(case, v4, Tensor<bool, shape![0, 1]>);
}

fn static_125(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![4, 4]>();
    compare!(case, v3, Tensor<f32, shape![4, 4]>);
}

fn static_126(case: &Case) {
    let v0 = Tensor::<bool, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3, Tensor<bool, shape![1]>);
}

fn mixed_126(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3);
}

fn static_127(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.less(&v1);
    let v3 = InlineTensor::<f32, shape![3, 2]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<f32, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = Tensor::<f32, shape![3, 2]>::from_vec(case.input(6)).unwrap();
    let v7 = &v6 - &v5;
    let v8 = &v7 * &v3;
    compare!(case, v8, Tensor<f32, shape![3, 2]>);
}

fn static_128(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 5, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.var_axis::<-1>();
    compare!(case, v3, Tensor<f32, shape![3, 5, 1]>);
}

fn static_129(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = Tensor::<f64, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("ea,e->"; &v2.view(), &v3.view());
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn static_130(case: &Case) {
    let v0 = InlineTensor::<f32, shape![3, 4, 0]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![0, 0, 1]>();
    let v2 = Tensor::<f32, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.greater_equal(&v2);
    compare!(case, v3, Tensor<bool, shape![0, 0, 2]>);
}

fn static_131(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![3, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v1.greater_equal(&v3);
    compare!(case, v4, Tensor<bool, shape![3, 5]>);
}

fn static_132(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.sum_axis::<-1>();
    let v4 = Tensor::<f64, shape![3]>::from_vec(case.input(4)).unwrap();
    let v5 = &v3 - &v4;
    compare!(case, v5, Tensor<f64, shape![3]>);
}

fn static_133(case: &Case) {
    let v0 = Tensor::<i32, shape![4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 4, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.maximum(&v0);
    let v4 = Tensor::<i32, shape![2, 1, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    compare!(case, v5, Tensor<i32, shape![2, 4, 3]>);
}

fn static_134(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 0, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f32, shape![5, 2, 1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4, Tensor<f32, shape![5, 2, 0, 1]>);
}

fn mixed_134(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _, 3]>::try_from([2, 0, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, _, _]>::try_from([1, 3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![5, 2, 1, _]>::try_from([5, 2, 1, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4);
}

fn static_135(case: &Case) {
    let v0 = InlineTensor::<i32, shape![1, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 1, 4]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = InlineTensor::<i32, shape![3, 4, 4]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = &v4 * &v1;
    let v6 = v5.not_equal(&v4);
    compare!(case, v6, Tensor<bool, shape![3, 1, 4]>);
}

fn static_136(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v2.swap_axes::<-1, -2>();
    compare!(case, v3, Tensor<f64, shape![1, 1]>);
}

fn static_137(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![1, 4]>();
    let v2 = v1.index_axis::<-2>(0);
    compare!(case, v2, Tensor<f32, shape![4]>);
}

fn mixed_137(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![1, _]>::try_from([1, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _]>::try_from([1, 4]).unwrap());
    let v2 = v1.index_axis::<-2>(0);
    compare!(case, v2);
}

fn static_138(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.greater(&v0);
    let v3 = Tensor::<f32, shape![5, 2, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.select(&v0, &v3);
    let v5 = v4.transpose();
    compare!(case, v5, Tensor<f32, shape![5, 1, 2]>);
}

fn static_139(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = InlineTensor::<i32, shape![1, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    compare!(case, v4, Tensor<i32, shape![1, 3]>);
}

fn static_140(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![4, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<i32, shape![4, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = v3.maximum(&v4);
    let v6 = v5.maximum(&v4);
    let v7 = v6.insert_axis::<-1>();
    compare!(case, v7, Tensor<i32, shape![4, 3, 1]>);
}

fn static_141(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f64, shape![4, 2, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    compare!(case, v3, Tensor<f64, shape![4, 2, 3]>);
}

fn mixed_141(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([4, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![4, _, 3]>::try_from([4, 2, 3]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    compare!(case, v3);
}

fn static_142(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.narrow::<-3, dim!(3)>(2);
    let v3 = Tensor::<f64, shape![3, 2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 + &v2;
    compare!(case, v4, Tensor<f64, shape![3, 2, 2]>);
}

fn mixed_142(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![5, 2, _]>::try_from([5, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.slice_axis::<-3>(2..5);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![3, 2, _]>::try_from([3, 2, 2]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 + &v2;
    compare!(case, v4);
}

fn static_143(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!(",->"; &v1.view(), &v0.view());
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.maximum(&v3);
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn static_144(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2, 3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 2, 3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![2, 2, 3, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.broadcast_to::<shape![2, 2, 3, 2]>();
    compare!(case, v4, Tensor<f32, shape![2, 2, 3, 2]>);
}

fn static_145(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = v1.minimum(&v2);
    compare!(case, v3, Tensor<f32, shape![2]>);
}

fn static_146(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -1>();
    let v2 = v1.broadcast_to::<shape![2, 3]>();
    let v3 = v2.insert_axis::<-2>();
    compare!(case, v3, Tensor<bool, shape![2, 1, 3]>);
}

fn mixed_146(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![3, 2]>::try_from([3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -1>();
    let v2 = v1.broadcast_to_with(<shape![_, _]>::try_from([2, 3]).unwrap());
    let v3 = v2.insert_axis::<-2>();
    compare!(case, v3);
}

fn static_147(case: &Case) {
    let v0 = Tensor::<f32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater_equal(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1]>();
    let v4 = v3.broadcast_to::<shape![2, 1]>();
    let v5 = v4.all_axis::<-2>();
    compare!(case, v5, Tensor<bool, shape![1, 1]>);
}

fn mixed_147(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = v0.greater_equal(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1]>();
    let v4 = v3.broadcast_to_with(<shape![_, _]>::try_from([2, 1]).unwrap());
    let v5 = v4.all_axis::<-2>();
    compare!(case, v5);
}

fn static_148(case: &Case) {
    let v0 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v2.index_axis::<-1>(2);
    let v4 = Tensor::<f32, shape![3]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!(",f->"; &v3.view(), &v4.view());
    compare!(case, v5, Tensor<f32, shape![]>);
}

fn static_149(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 5, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<f64, shape![1, 5, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.greater(&v3);
    let v5 = v4.permute::<axes![-1, -2, -3]>();
    let v6 = v5.all_axis::<-1>();
    compare!(case, v6, Tensor<bool, shape![3, 5, 1]>);
}

fn mixed_149(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([5, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 5, 3]>::try_from([3, 5, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 3]>::try_from([1, 5, 3]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.greater(&v3);
    let v5 = v4.permute::<axes![-1, -2, -3]>();
    let v6 = v5.all_axis::<-1>();
    compare!(case, v6);
}

fn static_150(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let v2 = v1.index_axis::<-3>(0);
    let v3 = v2.transpose();
    compare!(case, v3, InlineTensor<bool, shape![3, 2]>);
}

fn static_151(case: &Case) {
    let v0 = Tensor::<f64, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!("ea,->ae"; &v2.view(), &v1.view());
    compare!(case, v3, Tensor<f64, shape![2, 3]>);
}

fn static_152(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 1, 7]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 7, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = &v2 / &v1;
    let v4 = v3.minimum(&v1);
    compare!(case, v4, Tensor<f32, shape![2, 7, 2]>);
}

fn static_153(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmax()).map(|place| place as i32);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    compare!(case, v2, Tensor<i32, shape![1]>);
}

fn mixed_153(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 3]>::try_from([1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmax()).map(|place| place as i32);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    compare!(case, v2);
}

fn static_154(case: &Case) {
    let v0 = Tensor::<f32, shape![5, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.var_axis::<-2>();
    let v2 = v1.remove_axis::<-1>();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!(",c->c"; &v3.view(), &v2.view());
    compare!(case, v4, Tensor<f32, shape![1]>);
}

fn mixed_154(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([5, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.var_axis::<-2>();
    let v2 = v1.remove_axis::<-1>();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = einsum!(",c->c"; &v3.view(), &v2.view());
    compare!(case, v4);
}

fn static_155(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -2>();
    let v2 = Tensor::scalar(v1.mean());
    let v3 = InlineTensor::<f64, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    let v5 = &v4 * &v3;
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn static_156(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 5]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v2 / &v3;
    let v5 = v4.insert_axis::<-1>();
    compare!(case, v5, Tensor<i32, shape![3, 5, 1]>);
}

fn static_157(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 4, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![1, 4, 3]>();
    let v2 = Tensor::<f32, shape![1, 4, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    compare!(case, v3, Tensor<f32, shape![1, 4, 3]>);
}

fn mixed_157(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![1, 4, _]>::try_from([1, 4, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _, _]>::try_from([1, 4, 3]).unwrap());
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![1, 4, _]>::try_from([1, 4, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    compare!(case, v3);
}

fn static_158(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.narrow::<-1, dim!(0)>(0);
    compare!(case, v3, Tensor<bool, shape![0]>);
}

fn static_159(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 3, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<i32, shape![3, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.broadcast_to::<shape![3, 3, 4]>();
    let v6 = &v5 + &v4;
    compare!(case, v6, Tensor<i32, shape![3, 3, 4]>);
}

fn mixed_159(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _, _]>::try_from([3, 3, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![3, _]>::try_from([3, 4]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.broadcast_to_with(<shape![_, _, _]>::try_from([3, 3, 4]).unwrap());
    let v6 = &v5 + &v4;
    compare!(case, v6);
}

fn static_160(case: &Case) {
    let v0 = Tensor::<i32, shape![5, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -2>();
    let v2 = InlineTensor::<i32, shape![3, 4]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    compare!(case, v3, Tensor<i32, shape![5, 4]>);
}

fn static_161(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.remove_axis::<-1>();
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 - &v2;
    compare!(case, v4, Tensor<f64, shape![5]>);
}

fn static_162(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 2]>();
    let v4 = InlineTensor::<i32, shape![2, 1]>::from_slice(&case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = v5.broadcast_to::<shape![2, 2]>();
    compare!(case, v6, Tensor<i32, shape![2, 2]>);
}

fn static_163(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<i32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn mixed_163(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    compare!(case, v4);
}

fn static_164(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 4]>();
    compare!(case, v3, Tensor<i32, shape![1, 4]>);
}

fn static_165(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![1, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.swap_axes::<-2, -1>();
    let v5 = Tensor::<f32, shape![1, 1]>::from_vec(case.input(5)).unwrap();
    let v6 = v4.less_equal(&v5);
    let v7 = v6.any_axis::<-2>();
    compare!(case, v7, Tensor<bool, shape![1, 3]>);
}

fn static_166(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<f64, shape![2, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    let v6 = Tensor::<f64, shape![1]>::from_vec(case.input(6)).unwrap();
    let v7 = InlineTensor::<f64, shape![2, 4]>::from_slice(&case.input(7)).unwrap();
    let v8 = einsum!("dc,e,da->da"; &v7.view(), &v6.view(), &v5.view());
    compare!(case, v8, Tensor<f64, shape![2, 3]>);
}

fn static_167(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = v2.permute::<axes![-2, -1, -3]>();
    compare!(case, v3, Tensor<f64, shape![2, 1, 3]>);
}

fn mixed_167(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, _, 1]>::try_from([3, 2, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![1, _, _]>::try_from([1, 2, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = v2.permute::<axes![-2, -1, -3]>();
    compare!(case, v3);
}

fn static_168(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.index_axis::<-1>(0);
    compare!(case, v2, InlineTensor<i32, shape![]>);
}

fn static_169(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![2]>();
    let v2 = v1.narrow::<-1, dim!(0)>(2);
    compare!(case, v2, Tensor<f64, shape![0]>);
}

fn mixed_169(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![2]>();
    let v2 = v1.slice_axis::<-1>(2..2);
    compare!(case, v2);
}

fn static_170(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![6]>();
    let v4 = &v3 + &v1;
    compare!(case, v4, Tensor<f64, shape![6]>);
}

fn static_171(case: &Case) {
    let v0 = InlineTensor::<bool, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.any());
    let v2 = InlineTensor::<f32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = InlineTensor::<f32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, InlineTensor<f32, shape![]>);
}

fn static_172(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.remove_axis::<-2>();
    compare!(case, v2, Tensor<bool, shape![4, 2, 3]>);
}

fn mixed_172(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, _, _]>::try_from([4, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.remove_axis::<-2>();
    compare!(case, v2);
}

fn static_173(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("cd,->"; &v1.view(), &v0.view());
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1]>();
    let v4 = Tensor::<i32, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = v3.maximum(&v4);
    compare!(case, v5, Tensor<i32, shape![1]>);
}

fn static_174(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![4, 1, 5]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("fe,edf->ef"; &v0, &v1);
    let v3 = v1.equal(&v2);
    let v4 = Tensor::<i32, shape![4, 1, 5]>::from_vec(case.input(4)).unwrap();
    let v5 = InlineTensor::<i32, shape![1, 4, 5]>::from_slice(&case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    let v7 = InlineTensor::<i32, shape![3, 4]>::from_slice(&case.input(7)).unwrap();
    let v8 = einsum!("df,afe->fa"; &v7.view(), &v6.view());
    compare!(case, v8, Tensor<i32, shape![4, 4]>);
}

fn static_175(case: &Case) {
    let v0 = InlineTensor::<i32, shape![1, 2, 5, 0]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -2, -3]>();
    let v2 = v1.sum_axes::<axes![-2, -1]>();
    let v3 = Tensor::<i32, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("e,cabf->"; &v3.view(), &v2.view());
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn static_176(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 3]>();
    let v2 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.maximum(&v2);
    compare!(case, v3, Tensor<f64, shape![3, 3]>);
}

fn static_177(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 3]>();
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!(",db->bd"; &v2.view(), &v1.view());
    let v4 = Tensor::<f64, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("ec,->ce"; &v3, &v4);
    let v6 = Tensor::<f64, shape![2, 1]>::from_vec(case.input(6)).unwrap();
    let v7 = v6.matmul(&v5);
    compare!(case, v7, Tensor<f64, shape![2, 3]>);
}

fn mixed_177(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 3]>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = einsum!(",db->bd"; &v2.view(), &v1.view());
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(4)).unwrap();
    let v5 = einsum!("ec,->ce"; &v3, &v4);
    let v6 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([2, 1]).unwrap(), case.input(6)).unwrap();
    let v7 = v6.matmul(&v5);
    compare!(case, v7);
}

fn static_178(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 4]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<f64, shape![3, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    compare!(case, v4, Tensor<f64, shape![3, 2]>);
}

fn static_179(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2]>();
    let v2 = v1.index_axis::<-1>(0);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![]>();
    compare!(case, v3, InlineTensor<bool, shape![]>);
}

fn static_180(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = InlineTensor::<f64, shape![4, 2]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("ca,bf->b"; &v3.view(), &v2.view());
    compare!(case, v4, Tensor<f64, shape![5]>);
}

fn static_181(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 4, 3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 1, 3, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = v2.sum_axis::<-3>();
    let v4 = &v1 + &v3;
    compare!(case, v4, InlineTensor<i32, shape![3, 1, 3, 2]>);
}

fn static_182(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.insert_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn mixed_182(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.insert_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3);
}

fn static_183(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 + &v2;
    let v4 = Tensor::<f64, shape![1, 7]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.less(&v3);
    compare!(case, v5, Tensor<bool, shape![3, 7]>);
}

fn static_184(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![1, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.sum_axis::<-1>();
    let v5 = v4.sum_axis::<-1>();
    let v6 = Tensor::<f64, shape![7]>::from_vec(case.input(6)).unwrap();
    let v7 = einsum!("ba,f->bfa"; &v5, &v6);
    compare!(case, v7, Tensor<f64, shape![2, 7, 1]>);
}

fn mixed_184(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![2, _]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([1, 2]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.sum_axis::<-1>();
    let v5 = v4.sum_axis::<-1>();
    let v6 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([7]).unwrap(), case.input(6)).unwrap();
    let v7 = einsum!("ba,f->bfa"; &v5, &v6);
    compare!(case, v7);
}

fn static_185(case: &Case) {
    let v0 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(4);
    let v2 = Tensor::<f32, shape![0]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.minimum(&v2);
    compare!(case, v3, Tensor<f32, shape![0]>);
}

fn static_186(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![4]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![2, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("e,af,ae->f"; &v1, &v2, &v0);
    let v4 = InlineTensor::<i32, shape![4, 2, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!("bde,a->dae"; &v4.view(), &v3.view());
    let v6 = v5.argmax_axis::<-3>().map(|place| place as i32);
    compare!(case, v6, Tensor<i32, shape![1, 1, 3]>);
}

fn static_187(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    let v4 = v3.broadcast_to::<shape![]>();
    let v5 = &v1 / &v4;
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn mixed_187(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    let v4 = v3.broadcast_to::<shape![]>();
    let v5 = &v1 / &v4;
    compare!(case, v5);
}

fn static_188(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![3]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.narrow::<-1, dim!(1)>(0);
    compare!(case, v4, Tensor<i32, shape![1]>);
}

fn mixed_188(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.slice_axis::<-1>(0..1);
    compare!(case, v4);
}

fn static_189(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(0);
    let v2 = v1.max_axis::<-1>();
    let v3 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("c,fb->cf"; &v2, &v3);
    compare!(case, v4, Tensor<f64, shape![1, 2]>);
}

fn mixed_189(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(0);
    let v2 = v1.max_axis::<-1>();
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([2, 2]).unwrap(), case.input(3)).unwrap();
    let v4 = einsum!("c,fb->cf"; &v2, &v3);
    compare!(case, v4);
}

fn static_190(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.sum_axis::<-1>();
    let v4 = v3.transpose();
    compare!(case, v4, Tensor<f64, shape![1, 2]>);
}

fn static_191(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![5]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!("bfd,e,->"; &v1.view(), &v2.view(), &v0.view());
    let v4 = &v1 / &v3;
    compare!(case, v4, Tensor<i32, shape![3, 2, 2]>);
}

fn static_192(case: &Case) {
    let v0 = InlineTensor::<bool, shape![5, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let v2 = InlineTensor::scalar(v1.any());
    let v3 = InlineTensor::scalar(v2.any());
    compare!(case, v3, InlineTensor<bool, shape![]>);
}

fn static_193(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.max());
    let v2 = &v1 - &v0;
    let v3 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4, Tensor<f64, shape![2, 3, 2, 3]>);
}

fn static_194(case: &Case) {
    let v0 = Tensor::<f32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = InlineTensor::<f32, shape![4, 2]>::from_slice(&case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    compare!(case, v4, Tensor<f32, shape![4]>);
}

fn static_195(case: &Case) {
    let v0 = Tensor::<f32, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3, Tensor<bool, shape![1]>);
}

fn mixed_195(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3);
}

fn static_196(case: &Case) {
    let v0 = Tensor::<bool, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(4)).unwrap();
    let v5 = v3.greater(&v4);
    compare!(case, v5, Tensor<bool, shape![2]>);
}

fn static_197(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 7]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 7]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v0.maximum(&v2);
    let v4 = v3.transpose();
    compare!(case, v4, Tensor<f32, shape![7, 2]>);
}

fn static_198(case: &Case) {
    let v0 = Tensor::<i32, shape![4, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-3>(2);
    let v2 = Tensor::<i32, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = Tensor::scalar(v3.min());
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn mixed_198(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 2, _]>::try_from([4, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-3>(2);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = Tensor::scalar(v3.min());
    compare!(case, v4);
}

fn static_199(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.less_equal(&v0);
    let v3 = InlineTensor::<f64, shape![2, 2, 2]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![2, 1, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f64, shape![2, 2, 2]>);
}

fn static_200(case: &Case) {
    let v0 = Tensor::<f32, shape![5, 1, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![5, 4, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = InlineTensor::<f32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!(",cab->bac"; &v3.view(), &v2.view());
    compare!(case, v4, Tensor<f32, shape![2, 4, 5]>);
}

fn static_201(case: &Case) {
    let v0 = Tensor::<f32, shape![7, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-3>();
    let v2 = v1.swap_axes::<-1, -1>();
    compare!(case, v2, Tensor<f32, shape![1, 3, 3]>);
}

fn mixed_201(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _, 3]>::try_from([7, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axis::<-3>();
    let v2 = v1.swap_axes::<-1, -1>();
    compare!(case, v2);
}

fn static_202(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = Tensor::<i32, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 + &v3;
    let v5 = &v1 - &v4;
    let v6 = v5.max_axis::<-1>();
    compare!(case, v6, Tensor<i32, shape![1]>);
}

fn static_203(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 1]>();
    let v3 = v2.broadcast_to::<shape![1, 1]>();
    compare!(case, v3, InlineTensor<f64, shape![1, 1]>);
}

fn static_204(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("dc,c,ae->ec"; &v1.view(), &v0.view(), &v2.view());
    let v4 = &v1 / &v3;
    let v5 = v4.insert_axis::<-3>();
    compare!(case, v5, Tensor<i32, shape![1, 2, 3]>);
}

fn static_205(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmax_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::<i32, shape![1, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = InlineTensor::<i32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!(",eb,fd->feb"; &v3.view(), &v2.view(), &v1.view());
    compare!(case, v4, Tensor<i32, shape![2, 1, 2]>);
}

fn static_206(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![2, 1, 1]>();
    let v2 = Tensor::<f64, shape![2, 3, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.equal(&v2);
    compare!(case, v3, Tensor<bool, shape![2, 3, 1]>);
}

fn mixed_206(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![2, 1, 1]>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![2, 3, 1]>::try_from([2, 3, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.equal(&v2);
    compare!(case, v3);
}

fn static_207(case: &Case) {
    let v0 = Tensor::<bool, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-1>();
    let v2 = InlineTensor::<f32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f32, shape![3]>);
}

fn static_208(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4, 2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 4, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    compare!(case, v4, Tensor<f64, shape![2, 4, 2, 2]>);
}

fn static_209(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(0);
    let v2 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("ea,->ea"; &v2.view(), &v1.view());
    compare!(case, v3, Tensor<f64, shape![1, 1]>);
}

fn mixed_209(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(0);
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![1, 1]>::try_from([1, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = einsum!("ea,->ea"; &v2.view(), &v1.view());
    compare!(case, v3);
}

fn static_210(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmax()).map(|place| place as i32);
    let v2 = InlineTensor::<i32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    let v4 = Tensor::scalar(v3.sum());
    let v5 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!(",c->c"; &v4.view(), &v5.view());
    compare!(case, v6, Tensor<i32, shape![3]>);
}

fn static_211(case: &Case) {
    let v0 = InlineTensor::<f64, shape![7, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![7, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = v1.maximum(&v2);
    compare!(case, v3, Tensor<f64, shape![7, 5]>);
}

fn static_212(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(6);
    let v2 = v1.sum_axis::<-1>();
    let v3 = Tensor::scalar(v2.sum());
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn mixed_212(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![1, 7]>::try_from([1, 7]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(6..7);
    let v2 = v1.sum_axis::<-1>();
    let v3 = Tensor::scalar(v2.sum());
    compare!(case, v3);
}

fn static_213(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-2>().map(|place| place as i32);
    let v2 = Tensor::<i32, shape![1, 4]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    compare!(case, v3, Tensor<i32, shape![1, 4]>);
}

fn mixed_213(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 4]>::try_from([2, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-2>().map(|place| place as i32);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, 4]>::try_from([1, 4]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    compare!(case, v3);
}

fn static_214(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(2)>(1);
    let v2 = Tensor::<i32, shape![7, 4]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("cb,ea->ca"; &v2.view(), &v1.view());
    compare!(case, v3, Tensor<i32, shape![7, 2]>);
}

fn static_215(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![4, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.argmin_axis::<-1>().map(|place| place as i32);
    let v4 = v3.argmax_axis::<-2>().map(|place| place as i32);
    let v5 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(5)).unwrap();
    let v6 = &v4 * &v5;
    compare!(case, v6, Tensor<i32, shape![1, 1]>);
}

fn static_216(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = v1.insert_axis::<-2>();
    let v3 = Tensor::<i32, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    let v5 = v4.remove_axis::<-1>();
    compare!(case, v5, Tensor<i32, shape![1]>);
}

fn mixed_216(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = v1.insert_axis::<-2>();
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    let v5 = v4.remove_axis::<-1>();
    compare!(case, v5);
}

fn static_217(case: &Case) {
    let v0 = InlineTensor::<f32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = InlineTensor::scalar(v1.var());
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1]>();
    compare!(case, v3, InlineTensor<f32, shape![1, 1]>);
}

fn static_218(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -1>();
    let v2 = InlineTensor::<f64, shape![1, 3, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v2 / &v1;
    let v4 = &v1 + &v3;
    compare!(case, v4, Tensor<f64, shape![3, 3, 1]>);
}

fn static_219(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(1)>(2);
    let v2 = InlineTensor::<i32, shape![1, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::<i32, shape![3, 1]>::from_vec(case.input(5)).unwrap();
    let v6 = &v4 * &v5;
    compare!(case, v6, Tensor<i32, shape![3, 1]>);
}

fn static_220(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = Tensor::scalar(v1.sum());
    compare!(case, v2, Tensor<f64, shape![]>);
}

fn mixed_220(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = Tensor::scalar(v1.sum());
    compare!(case, v2);
}

fn static_221(case: &Case) {
    let v0 = Tensor::<f32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = &v0 + &v2;
    compare!(case, v3, Tensor<f32, shape![3]>);
}

fn mixed_221(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = &v0 + &v2;
    compare!(case, v3);
}

fn static_222(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(0);
    let v2 = Tensor::<f32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f32, shape![]>);
}

fn mixed_222(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(0);
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4);
}

fn static_223(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 4, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2, 4, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v2.var_axes::<axes![-3, -1]>();
    let v4 = &v2 + &v3;
    compare!(case, v4, Tensor<f64, shape![2, 4, 5]>);
}

fn static_224(case: &Case) {
    let v0 = Tensor::<f64, shape![0, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(0)>(0);
    let v2 = v1.transpose();
    compare!(case, v2, Tensor<f64, shape![2, 0]>);
}

fn mixed_224(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([0, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-2>(0..0);
    let v2 = v1.transpose();
    compare!(case, v2);
}

fn static_225(case: &Case) {
    let v0 = Tensor::<i32, shape![5, 5, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![5, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("feb,ef->f"; &v0, &v1);
    let v3 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 + &v3;
    let v5 = &v4 - &v3;
    let v6 = v5.maximum(&v3);
    compare!(case, v6, Tensor<i32, shape![5]>);
}

fn static_226(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3, 1, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-4>().map(|place| place as i32);
    let v2 = v1.swap_axes::<-3, -3>();
    let v3 = InlineTensor::<i32, shape![3, 1, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("efcb,fed->e"; &v2.view(), &v3.view());
    compare!(case, v4, Tensor<i32, shape![1]>);
}

fn static_227(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!(",b->b"; &v3.view(), &v4.view());
    let copy6 = v5.to_tensor();
    let v6 = copy6.reshape::<shape![1, 2]>();
    let copy7 = v6.to_tensor();
    let v7 = copy7.reshape::<shape![1, 1, 2]>();
    compare!(case, v7, Tensor<f64, shape![1, 1, 2]>);
}

fn static_228(case: &Case) {
    let v0 = InlineTensor::<bool, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<f64, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f64, shape![3]>);
}

fn static_229(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("aec,e->ace"; &v0, &v1);
    let v3 = &v2 + &v1;
    let v4 = InlineTensor::<i32, shape![3, 2, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = InlineTensor::<i32, shape![3, 2]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!("fd,bde,fdc->bf"; &v5.view(), &v3.view(), &v4.view());
    let v7 = v6.insert_axis::<-1>();
    compare!(case, v7, Tensor<i32, shape![2, 3, 1]>);
}

fn static_230(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.swap_axes::<-2, -1>();
    let v4 = v3.min_axes::<axes![-3, -1]>();
    let v5 = v2.maximum(&v4);
    compare!(case, v5, Tensor<f64, shape![3, 3, 3]>);
}

fn mixed_230(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, 1, 3]>::try_from([3, 1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![3, 3, _]>::try_from([3, 3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.swap_axes::<-2, -1>();
    let v4 = v3.min_axes::<axes![-3, -1]>();
    let v5 = v2.maximum(&v4);
    compare!(case, v5);
}

fn static_231(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f64, shape![7, 1, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.equal(&v3);
    compare!(case, v4, Tensor<bool, shape![7, 2, 4]>);
}

fn static_232(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2, 4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![2, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!(",dbfa,bc->b"; &v1.view(), &v0.view(), &v2.view());
    let v4 = &v0 + &v3;
    let v5 = v4.broadcast_to::<shape![3, 2, 4, 2]>();
    compare!(case, v5, Tensor<i32, shape![3, 2, 4, 2]>);
}

fn static_233(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 40]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![1, 40]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.max_axis::<-2>();
    let v5 = v4.less(&v3);
    let v6 = v5.any_axis::<-2>();
    compare!(case, v6, Tensor<bool, shape![1, 40]>);
}

fn mixed_233(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![2, _]>::try_from([2, 40]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([1, 40]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.max_axis::<-2>();
    let v5 = v4.less(&v3);
    let v6 = v5.any_axis::<-2>();
    compare!(case, v6);
}

fn static_234(case: &Case) {
    let v0 = Tensor::<i32, shape![4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.transpose();
    let v4 = &v1 / &v3;
    compare!(case, v4, Tensor<i32, shape![1, 2]>);
}

fn mixed_234(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![4, _]>::try_from([4, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.transpose();
    let v4 = &v1 / &v3;
    compare!(case, v4);
}

fn static_235(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 1, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.permute::<axes![-2, -1, -3]>();
    compare!(case, v2, Tensor<bool, shape![3, 1, 4, 1]>);
}

fn mixed_235(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, _, _]>::try_from([3, 1, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.permute::<axes![-2, -1, -3]>();
    compare!(case, v2);
}

fn static_236(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2]>();
    let v2 = InlineTensor::scalar(v1.var());
    let v3 = &v2 + &v0;
    let v4 = &v0 * &v3;
    compare!(case, v4, InlineTensor<f32, shape![2]>);
}

fn static_237(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -2>();
    let v2 = &v1 / &v0;
    let v3 = v2.index_axis::<-2>(1);
    let v4 = Tensor::scalar(v3.var());
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn mixed_237(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 2]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -2>();
    let v2 = &v1 / &v0;
    let v3 = v2.index_axis::<-2>(1);
    let v4 = Tensor::scalar(v3.var());
    compare!(case, v4);
}

fn static_238(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 5, 1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(3)>(0);
    let v2 = v1.narrow::<-2, dim!(0)>(1);
    compare!(case, v2, Tensor<bool, shape![3, 5, 0, 3]>);
}

fn mixed_238(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 5, 1, _]>::try_from([3, 5, 1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..3);
    let v2 = v1.slice_axis::<-2>(1..1);
    compare!(case, v2);
}

fn static_239(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let v2 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!("af,e->e"; &v2.view(), &v1.view());
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn static_240(case: &Case) {
    let v0 = InlineTensor::<bool, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(3);
    let v2 = v1.all_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, InlineTensor<bool, shape![]>);
}

fn static_241(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = Tensor::<f64, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = Tensor::<f64, shape![2]>::from_vec(case.input(4)).unwrap();
    let v5 = &v3 / &v4;
    let copy6 = v5.to_tensor();
    let v6 = copy6.reshape::<shape![1, 2]>();
    compare!(case, v6, Tensor<f64, shape![1, 2]>);
}

fn mixed_241(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, _]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(4)).unwrap();
    let v5 = &v3 / &v4;
    let copy6 = v5.to_tensor();
    let v6 = copy6.reshape::<shape![1, 2]>();
    compare!(case, v6);
}

fn static_242(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<i32, shape![40, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("e,ce->c"; &v3, &v4);
    let v6 = v2.minimum(&v5);
    let v7 = v6.sum_axis::<-1>();
    compare!(case, v7, Tensor<i32, shape![1]>);
}

fn static_243(case: &Case) {
    let v0 = Tensor::<f64, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = v2.index_axis::<-1>(2);
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn static_244(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f64, shape![3, 1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    let v5 = v4.broadcast_to::<shape![3, 1, 1]>();
    compare!(case, v5, Tensor<f64, shape![3, 1, 1]>);
}

fn mixed_244(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, _, _]>::try_from([3, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 1]>::try_from([1, 3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, 1, 3]>::try_from([3, 1, 3]).unwrap(), case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    let v5 = v4.broadcast_to_with(<shape![_, _, _]>::try_from([3, 1, 1]).unwrap());
    compare!(case, v5);
}

fn static_245(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(1)>(1);
    let v2 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.not_equal(&v1);
    compare!(case, v3, Tensor<bool, shape![2, 3]>);
}

fn mixed_245(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2, _]>::try_from([2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-2>(1..2);
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([2, 3]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.not_equal(&v1);
    compare!(case, v3);
}

fn static_246(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 3, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![7, 3, 1, 1]>();
    let v3 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![7, 3, 2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(6)).unwrap();
    let v7 = v5.matmul(&v6);
    compare!(case, v7, Tensor<i32, shape![7, 3, 2]>);
}

fn static_247(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(2);
    let v2 = Tensor::<f64, shape![0]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 + &v2;
    let v4 = InlineTensor::<f64, shape![3, 4]>::from_slice(&case.input(4)).unwrap();
    let v5 = InlineTensor::<f64, shape![4, 1, 1]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!("dbe,fd,c->dc"; &v5.view(), &v4.view(), &v3.view());
    compare!(case, v6, Tensor<f64, shape![4, 0]>);
}

fn static_248(case: &Case) {
    let v0 = InlineTensor::<i32, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![4, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("ca,f->c"; &v1.view(), &v0.view());
    let v3 = v2.broadcast_to::<shape![4]>();
    let v4 = &v3 - &v2;
    compare!(case, v4, Tensor<i32, shape![4]>);
}

fn static_249(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = v2.transpose();
    compare!(case, v3, Tensor<bool, shape![5, 3]>);
}

fn mixed_249(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 5]>::try_from([1, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, 1]>::try_from([3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = v2.transpose();
    compare!(case, v3);
}

fn static_250(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2]>();
    let v2 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v1 / &v2;
    let v4 = v3.less_equal(&v0);
    compare!(case, v4, Tensor<bool, shape![2]>);
}

fn static_251(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.transpose();
    let v5 = v4.transpose();
    compare!(case, v5, Tensor<f32, shape![3, 3]>);
}

fn static_252(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![5, 2]>();
    let v2 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 * &v1;
    let v4 = Tensor::<f64, shape![1, 5, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    compare!(case, v5, Tensor<f64, shape![1, 5, 2]>);
}

fn mixed_252(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _]>::try_from([5, 2]).unwrap());
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([1, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 * &v1;
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![1, 5, 1]>::try_from([1, 5, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    compare!(case, v5);
}

fn static_253(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = &v2 * &v1;
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn static_254(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(1);
    let v2 = v1.var_axis::<-1>();
    let v3 = Tensor::<f32, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.minimum(&v3);
    compare!(case, v4, Tensor<f32, shape![1]>);
}

fn static_255(case: &Case) {
    let v0 = Tensor::<bool, shape![1, 2, 4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 4, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f64, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v2.equal(&v3);
    compare!(case, v4, Tensor<bool, shape![1, 2, 4, 2]>);
}

fn static_256(case: &Case) {
    let v0 = Tensor::<f32, shape![3]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![3, 1]>();
    let v2 = InlineTensor::<f32, shape![3, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![3, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("af,ce,ce->a"; &v3.view(), &v1.view(), &v2.view());
    compare!(case, v4, Tensor<f32, shape![3]>);
}

fn static_257(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.insert_axis::<-2>();
    let v4 = v3.narrow::<-2, dim!(1)>(0);
    compare!(case, v4, InlineTensor<f64, shape![1, 4]>);
}

fn static_258(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-2>();
    let v2 = Tensor::<f64, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = v3.narrow::<-1, dim!(3)>(1);
    compare!(case, v4, Tensor<f64, shape![3]>);
}

fn mixed_258(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 4]>::try_from([2, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axis::<-2>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = v3.slice_axis::<-1>(1..4);
    compare!(case, v4);
}

fn static_259(case: &Case) {
    let v0 = Tensor::<i32, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("d,c->"; &v1, &v0);
    let v3 = v2.broadcast_to::<shape![]>();
    let v4 = Tensor::scalar(v3.sum());
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn mixed_259(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = einsum!("d,c->"; &v1, &v0);
    let v3 = v2.broadcast_to::<shape![]>();
    let v4 = Tensor::scalar(v3.sum());
    compare!(case, v4);
}

fn static_260(case: &Case) {
    let v0 = Tensor::<bool, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.all());
    let v2 = Tensor::scalar(v1.any());
    let v3 = Tensor::scalar(v2.any());
    compare!(case, v3, Tensor<bool, shape![]>);
}

fn mixed_260(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.all());
    let v2 = Tensor::scalar(v1.any());
    let v3 = Tensor::scalar(v2.any());
    compare!(case, v3);
}

fn static_261(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 3, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.greater_equal(&v0);
    let v3 = v2.narrow::<-2, dim!(3)>(0);
    compare!(case, v3, Tensor<bool, shape![1, 3, 2]>);
}

fn static_262(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<f64, shape![3, 3, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.greater(&v2);
    let v5 = v4.all_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![3, 3, 1]>);
}

fn mixed_262(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![1, _]>::try_from([1, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, 3, _]>::try_from([3, 3, 2]).unwrap(), case.input(3)).unwrap();
    let v4 = v3.greater(&v2);
    let v5 = v4.all_axis::<-1>();
    compare!(case, v5);
}

fn static_263(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 2, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f64, shape![3, 2, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    let v5 = InlineTensor::<f64, shape![]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!(",ecb->"; &v5.view(), &v4.view());
    compare!(case, v6, Tensor<f64, shape![]>);
}

fn static_264(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.broadcast_to::<shape![]>();
    let v3 = InlineTensor::scalar(v2.argmax()).map(|place| place as i32);
    compare!(case, v3, InlineTensor<i32, shape![]>);
}

fn static_265(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 4, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.max());
    let v2 = v1.maximum(&v0);
    compare!(case, v2, Tensor<f64, shape![4, 4, 3]>);
}

fn mixed_265(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4, 4, _]>::try_from([4, 4, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.max());
    let v2 = v1.maximum(&v0);
    compare!(case, v2);
}

fn static_266(case: &Case) {
    let v0 = Tensor::<f32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmin()).map(|place| place as i32);
    let v2 = v1.insert_axis::<-1>();
    compare!(case, v2, Tensor<i32, shape![1]>);
}

fn mixed_266(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmin()).map(|place| place as i32);
    let v2 = v1.insert_axis::<-1>();
    compare!(case, v2);
}

fn static_267(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![2, 1, 1]>();
    let v4 = v3.less(&v0);
    compare!(case, v4, Tensor<bool, shape![2, 1, 2]>);
}

fn mixed_267(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![2, 1, 1]>();
    let v4 = v3.less(&v0);
    compare!(case, v4);
}

fn static_268(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 2, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.max_axis::<-2>();
    let v2 = Tensor::<f32, shape![3]>::from_vec(case.input(2)).unwrap();
    let v3 = InlineTensor::<f32, shape![1, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("be,fdbe,a->abd"; &v3.view(), &v1.view(), &v2.view());
    let v5 = InlineTensor::<f32, shape![2]>::from_slice(&case.input(5)).unwrap();
    let v6 = Tensor::<f32, shape![]>::from_vec(case.input(6)).unwrap();
    let v7 = einsum!("b,,dfe->"; &v5.view(), &v6.view(), &v4.view());
    compare!(case, v7, Tensor<f32, shape![]>);
}

fn static_269(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![3, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<f32, shape![5, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("ba,db->da"; &v3, &v4);
    compare!(case, v5, Tensor<f32, shape![5, 1]>);
}

fn mixed_269(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![3, 1]>::try_from([3, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![1, 1]>::try_from([1, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![3, _]>::try_from([3, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![5, 3]>::try_from([5, 3]).unwrap(), case.input(4)).unwrap();
    let v5 = einsum!("ba,db->da"; &v3, &v4);
    compare!(case, v5);
}

fn static_270(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 3, 4]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![6, 2, 3]>();
    let v2 = v1.narrow::<-3, dim!(2)>(3);
    compare!(case, v2, Tensor<bool, shape![2, 2, 3]>);
}

fn mixed_270(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, _, 4]>::try_from([3, 3, 4]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![6, 2, 3]>();
    let v2 = v1.slice_axis::<-3>(3..5);
    compare!(case, v2);
}

fn static_271(case: &Case) {
    let v0 = Tensor::<bool, shape![5, 4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axes::<axes![-3, -2]>();
    let v2 = v1.all_axis::<-3>();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f32, shape![1, 1, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.min_axes::<axes![-3, -2]>();
    compare!(case, v6, Tensor<f32, shape![1, 1, 2]>);
}

fn mixed_271(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 4, 2]>::try_from([5, 4, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.any_axes::<axes![-3, -2]>();
    let v2 = v1.all_axis::<-3>();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![_, 1, 1]>::try_from([1, 1, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.min_axes::<axes![-3, -2]>();
    compare!(case, v6);
}

fn static_272(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 4, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-3>();
    let v2 = v1.broadcast_to::<shape![2, 1, 4, 4]>();
    compare!(case, v2, Tensor<f32, shape![2, 1, 4, 4]>);
}

fn mixed_272(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2, 4, _]>::try_from([2, 4, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-3>();
    let v2 = v1.broadcast_to_with(<shape![_, _, _, _]>::try_from([2, 1, 4, 4]).unwrap());
    compare!(case, v2);
}

fn static_273(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = &v0 + &v1;
    let v3 = InlineTensor::<f64, shape![3, 1, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("e,adc->"; &v2.view(), &v3.view());
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn static_274(case: &Case) {
    let v0 = InlineTensor::<f32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = Tensor::scalar(v2.max());
    let v4 = Tensor::scalar(v3.min());
    compare!(case, v4, Tensor<f32, shape![]>);
}

fn static_275(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f64, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn mixed_275(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    compare!(case, v3);
}

fn static_276(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 * &v2;
    let v4 = v1.not_equal(&v3);
    let v5 = v4.all_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![4, 3, 1]>);
}

fn mixed_276(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4, _, _]>::try_from([4, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _]>::try_from([4, 3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 * &v2;
    let v4 = v1.not_equal(&v3);
    let v5 = v4.all_axis::<-1>();
    compare!(case, v5);
}

fn static_277(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.any_axes::<axes![-3, -1]>();
    let v2 = v1.insert_axis::<-3>();
    let v3 = Tensor::<f32, shape![1, 2, 1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f32, shape![2, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f32, shape![1, 2, 2, 1]>);
}

fn static_278(case: &Case) {
    let v0 = Tensor::<bool, shape![7]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.any());
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, Tensor<bool, shape![]>);
}

fn mixed_278(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![7]>::try_from([7]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.any());
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3);
}

fn static_279(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![4, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = v2.narrow::<-2, dim!(1)>(3);
    let v4 = v2.minimum(&v3);
    compare!(case, v4, Tensor<i32, shape![4, 3]>);
}

fn static_280(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 1, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![7]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("ba,f->f"; &v2.view(), &v3.view());
    compare!(case, v4, Tensor<i32, shape![2]>);
}

fn static_281(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1, 4, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 4]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = &v0 / &v2;
    let v4 = &v3 * &v2;
    compare!(case, v4, Tensor<f64, shape![1, 4, 4]>);
}

fn static_282(case: &Case) {
    let v0 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.sum_axis::<-2>();
    let v3 = v1.minimum(&v2);
    compare!(case, v3, InlineTensor<f32, shape![1, 4]>);
}

fn static_283(case: &Case) {
    let v0 = Tensor::<bool, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![5, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![1, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::scalar(v3.argmax()).map(|place| place as i32);
    let v5 = Tensor::<i32, shape![2, 2]>::from_vec(case.input(5)).unwrap();
    let v6 = Tensor::<i32, shape![2, 2]>::from_vec(case.input(6)).unwrap();
    let v7 = einsum!("fc,,fb->b"; &v5, &v4, &v6);
    compare!(case, v7, Tensor<i32, shape![2]>);
}

fn static_284(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("fa,c->"; &v1, &v0);
    let v3 = v2.broadcast_to::<shape![]>();
    let v4 = v3.insert_axis::<-1>();
    compare!(case, v4, Tensor<i32, shape![1]>);
}

fn mixed_284(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_, 1]>::try_from([3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = einsum!("fa,c->"; &v1, &v0);
    let v3 = v2.broadcast_to::<shape![]>();
    let v4 = v3.insert_axis::<-1>();
    compare!(case, v4);
}

fn static_285(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4, Tensor<i32, shape![2]>);
}

fn static_286(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(2)>(0);
    let v2 = Tensor::<f64, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    let v4 = Tensor::scalar(v3.argmin()).map(|place| place as i32);
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn mixed_286(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4]>::try_from([4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..2);
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    let v4 = Tensor::scalar(v3.argmin()).map(|place| place as i32);
    compare!(case, v4);
}

fn static_287(case: &Case) {
    let v0 = Tensor::<f32, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![5, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.transpose();
    let v4 = InlineTensor::<f32, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!(",fe->ef"; &v4.view(), &v3.view());
    let v6 = v5.index_axis::<-1>(0);
    compare!(case, v6, Tensor<f32, shape![5]>);
}

fn static_288(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 2, 5]>::from_slice(&case.input(1)).unwrap();
    let v2 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!("cae,f,af->fa"; &v1.view(), &v2.view(), &v0.view());
    let v4 = Tensor::<f32, shape![1, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = v5.narrow::<-1, dim!(1)>(0);
    compare!(case, v6, Tensor<f32, shape![1, 1]>);
}

fn static_289(case: &Case) {
    let v0 = InlineTensor::<bool, shape![1, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.all_axis::<-1>();
    let v2 = v1.any_axes::<axes![-2, -1]>();
    compare!(case, v2, InlineTensor<bool, shape![1, 1]>);
}

fn static_290(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = Tensor::<i32, shape![2, 3, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![1, 3, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = InlineTensor::<i32, shape![2, 3, 2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v4.greater_equal(&v5);
    let v7 = v6.insert_axis::<-2>();
    compare!(case, v7, Tensor<bool, shape![2, 3, 1, 2]>);
}

fn static_291(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = &v4 - &v2;
    compare!(case, v5, Tensor<f64, shape![2]>);
}

fn static_292(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = v2.insert_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn static_293(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 3]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 15]>();
    let v2 = InlineTensor::<f64, shape![1, 15]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    let v4 = &v2 - &v3;
    compare!(case, v4, InlineTensor<f64, shape![1, 15]>);
}

fn static_294(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![3]>();
    let v2 = v1.all_axis::<-1>();
    compare!(case, v2, Tensor<bool, shape![1]>);
}

fn mixed_294(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_]>::try_from([3]).unwrap());
    let v2 = v1.all_axis::<-1>();
    compare!(case, v2);
}

fn static_295(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmax_axis::<-1>().map(|place| place as i32);
    let v2 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = &v1 * &v3;
    let v5 = Tensor::<i32, shape![2, 4, 2]>::from_vec(case.input(5)).unwrap();
    let v6 = einsum!("abe,fe->e"; &v5, &v4);
    compare!(case, v6, Tensor<i32, shape![2]>);
}

fn static_296(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.not_equal(&v1);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![4, 4]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<i32, shape![4, 4]>);
}

fn mixed_296(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([4, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = v0.not_equal(&v1);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![4, 4]>::try_from([4, 4]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5);
}

fn static_297(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.index_axis::<-2>(1);
    compare!(case, v3, Tensor<f64, shape![3, 5]>);
}

fn mixed_297(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, _, 5]>::try_from([3, 3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 1]>::try_from([3, 1, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.index_axis::<-2>(1);
    compare!(case, v3);
}

fn static_298(case: &Case) {
    let v0 = Tensor::<bool, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let v2 = v1.all_axis::<-1>();
    compare!(case, v2, Tensor<bool, shape![1]>);
}

fn mixed_298(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..1);
    let v2 = v1.all_axis::<-1>();
    compare!(case, v2);
}

fn static_299(case: &Case) {
    let v0 = InlineTensor::<f32, shape![4, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![5]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("f,bf->fb"; &v1, &v0);
    let v3 = v2.narrow::<-1, dim!(1)>(3);
    let v4 = &v3 * &v1;
    let v5 = v4.maximum(&v3);
    compare!(case, v5, InlineTensor<f32, shape![5, 5]>);
}

fn static_300(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![1, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = &v4 / &v5;
    compare!(case, v6, Tensor<i32, shape![2, 3]>);
}

fn static_301(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2, 4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -2, -3]>();
    let v2 = v1.permute::<axes![-1, -2, -3]>();
    compare!(case, v2, InlineTensor<bool, shape![2, 4, 2]>);
}

fn static_302(case: &Case) {
    let v0 = Tensor::<f32, shape![7]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![7]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = InlineTensor::<f32, shape![7]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.maximum(&v3);
    let v5 = &v4 + &v2;
    let v6 = Tensor::<f32, shape![2, 7]>::from_vec(case.input(6)).unwrap();
    let v7 = Tensor::<f32, shape![]>::from_vec(case.input(7)).unwrap();
    let v8 = einsum!("f,,ef->"; &v5, &v7, &v6);
    compare!(case, v8, Tensor<f32, shape![]>);
}

fn static_303(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v1.equal(&v2);
    let v4 = v3.select(&v2, &v1);
    let v5 = Tensor::<f32, shape![3, 2, 2]>::from_vec(case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6, Tensor<f32, shape![3, 2, 4]>);
}

fn static_304(case: &Case) {
    let v0 = Tensor::<i32, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![4]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.less_equal(&v0);
    let v3 = Tensor::<f32, shape![4]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f32, shape![4]>);
}

fn static_305(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 1, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 + &v2;
    let v5 = InlineTensor::<f64, shape![3, 1]>::from_slice(&case.input(5)).unwrap();
    let v6 = &v4 / &v5;
    compare!(case, v6, Tensor<f64, shape![3, 3]>);
}

fn static_306(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 7]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = Tensor::<i32, shape![2, 7]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    let v5 = InlineTensor::<i32, shape![2, 2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6, Tensor<i32, shape![2, 7]>);
}

fn static_307(case: &Case) {
    let v0 = InlineTensor::<i32, shape![7, 2, 4, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![4]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<i32, shape![7, 1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.greater_equal(&v2);
    compare!(case, v4, Tensor<bool, shape![7, 2, 3]>);
}

fn static_308(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1, 3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-2, -1, -3]>();
    let v2 = Tensor::<f32, shape![3, 3, 2, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.greater_equal(&v2);
    compare!(case, v3, Tensor<bool, shape![3, 3, 2, 1]>);
}

fn static_309(case: &Case) {
    let v0 = Tensor::<f64, shape![7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(0);
    let v2 = v1.narrow::<-1, dim!(0)>(0);
    let v3 = v2.narrow::<-1, dim!(0)>(0);
    compare!(case, v3, Tensor<f64, shape![0]>);
}

fn mixed_309(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([7]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..0);
    let v2 = v1.slice_axis::<-1>(0..0);
    let v3 = v2.slice_axis::<-1>(0..0);
    compare!(case, v3);
}

fn static_310(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = Tensor::scalar(v2.any());
    let v4 = InlineTensor::<f64, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = Tensor::<f64, shape![40]>::from_vec(case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    compare!(case, v6, Tensor<f64, shape![40]>);
}

fn static_311(case: &Case) {
    let v0 = Tensor::<f32, shape![5, 1, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![5, 4, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.greater_equal(&v0);
    let v3 = v2.transpose();
    compare!(case, v3, Tensor<bool, shape![5, 2, 4]>);
}

fn static_312(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 4]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater(&v1);
    let v3 = Tensor::<i32, shape![3, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![1, 4]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<i32, shape![3, 4]>);
}

fn static_313(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![1]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("ecf,f,fa->f"; &v2, &v4, &v3);
    let v6 = &v1 + &v5;
    compare!(case, v6, Tensor<i32, shape![1, 2, 1]>);
}

fn mixed_313(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![3, _, _]>::try_from([3, 2, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![1, 2, _]>::try_from([1, 2, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_, 1]>::try_from([1, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(4)).unwrap();
    let v5 = einsum!("ecf,f,fa->f"; &v2, &v4, &v3);
    let v6 = &v1 + &v5;
    compare!(case, v6);
}

fn static_314(case: &Case) {
    let v0 = InlineTensor::<f64, shape![0, 1, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!(",afb->fa"; &v1.view(), &v0.view());
    let v3 = InlineTensor::<f64, shape![1, 0]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.minimum(&v3);
    let v5 = v4.insert_axis::<-2>();
    compare!(case, v5, Tensor<f64, shape![1, 1, 0]>);
}

fn static_315(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    let v5 = v4.narrow::<-1, dim!(1)>(0);
    let v6 = v5.transpose();
    compare!(case, v6, Tensor<f64, shape![1, 3]>);
}

fn static_316(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 0, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.narrow::<-1, dim!(3)>(0);
    let v3 = &v1 + &v2;
    let v4 = InlineTensor::<f64, shape![4, 0]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!("ceda,be->"; &v3.view(), &v4.view());
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn static_317(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 1, 3, 1]>();
    let v3 = v2.broadcast_to::<shape![1, 1, 3, 3]>();
    compare!(case, v3, InlineTensor<bool, shape![1, 1, 3, 3]>);
}

fn static_318(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v3 - &v2;
    let v5 = Tensor::<i32, shape![3, 3]>::from_vec(case.input(5)).unwrap();
    let v6 = Tensor::<i32, shape![]>::from_vec(case.input(6)).unwrap();
    let v7 = einsum!("cd,f,->fd"; &v5, &v4, &v6);
    compare!(case, v7, Tensor<i32, shape![3, 3]>);
}

fn static_319(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 3, 7, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let v2 = v1.permute::<axes![-2, -3, -1]>();
    let v3 = InlineTensor::<f64, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 + &v2;
    let v5 = v4.argmax_axis::<-2>().map(|place| place as i32);
    compare!(case, v5, Tensor<i32, shape![3, 1, 7]>);
}

fn static_320(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axis::<-2>();
    let v2 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::<f64, shape![2]>::from_vec(case.input(5)).unwrap();
    let v6 = &v4 + &v5;
    compare!(case, v6, Tensor<f64, shape![3, 2]>);
}

fn mixed_320(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, _]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.any_axis::<-2>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([3, 2]).unwrap(), case.input(2)).unwrap();
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 2]).unwrap(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(5)).unwrap();
    let v6 = &v4 + &v5;
    compare!(case, v6);
}

fn static_321(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let v2 = v1.min_axis::<-1>();
    let v3 = v2.index_axis::<-2>(1);
    let v4 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v4 * &v3;
    compare!(case, v5, InlineTensor<i32, shape![3]>);
}

fn static_322(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1, 2, 1, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = Tensor::<f64, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = v4.remove_axis::<-3>();
    compare!(case, v5, Tensor<f64, shape![2, 1]>);
}

fn static_323(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::<i32, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("e,c->ce"; &v2, &v1);
    let v4 = Tensor::<i32, shape![4, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    compare!(case, v5, Tensor<i32, shape![4, 2]>);
}

fn mixed_323(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(2)).unwrap();
    let v3 = einsum!("e,c->ce"; &v2, &v1);
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![4, 1]>::try_from([4, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    compare!(case, v5);
}

fn static_324(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 1, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<f64, shape![4, 3, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    let v5 = v4.insert_axis::<-2>();
    let v6 = Tensor::<f64, shape![3, 1, 1]>::from_vec(case.input(6)).unwrap();
    let v7 = &v6 * &v5;
    compare!(case, v7, Tensor<f64, shape![4, 3, 1, 5]>);
}

fn mixed_324(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4, _, _]>::try_from([4, 3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![4, _, _]>::try_from([4, 1, 5]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![4, 3, 1]>::try_from([4, 3, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    let v5 = v4.insert_axis::<-2>();
    let v6 = Tensor::<f64, _>::from_vec_with(<shape![_, 1, 1]>::try_from([3, 1, 1]).unwrap(), case.input(6)).unwrap();
    let v7 = &v6 * &v5;
    compare!(case, v7);
}

fn static_325(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(1);
    let v2 = InlineTensor::<f64, shape![0]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = v3.insert_axis::<-1>();
    compare!(case, v4, Tensor<f64, shape![1]>);
}

fn static_326(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = v1.narrow::<-2, dim!(1)>(2);
    compare!(case, v2, Tensor<bool, shape![2, 1, 2]>);
}

fn mixed_326(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 4, _]>::try_from([2, 4, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = v1.slice_axis::<-2>(2..3);
    compare!(case, v2);
}

fn static_327(case: &Case) {
    let v0 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!(",a->"; &v1.view(), &v0.view());
    let v3 = InlineTensor::<i32, shape![1, 2, 5]>::from_slice(&case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![2, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!("acd,,cf->fd"; &v3.view(), &v2.view(), &v4.view());
    let v6 = v3.greater(&v5);
    let v7 = Tensor::scalar(v6.all());
    compare!(case, v7, Tensor<bool, shape![]>);
}

fn static_328(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = v2.transpose();
    let v4 = Tensor::<f64, shape![3, 3, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.greater_equal(&v3);
    compare!(case, v5, Tensor<bool, shape![3, 3, 3]>);
}

fn mixed_328(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = v2.transpose();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![3, 3, _]>::try_from([3, 3, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = v4.greater_equal(&v3);
    compare!(case, v5);
}

fn static_329(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<f32, shape![5, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("cb,fb->bfc"; &v2, &v3);
    let v5 = InlineTensor::<f32, shape![3, 3, 5, 2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v5.maximum(&v4);
    let v7 = Tensor::<f32, shape![3, 3, 5, 2]>::from_vec(case.input(7)).unwrap();
    let v8 = &v6 * &v7;
    compare!(case, v8, Tensor<f32, shape![3, 3, 5, 2]>);
}

fn mixed_330(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _, _]>::try_from([4, 3, 1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![4, _, 1]>::try_from([4, 4, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = einsum!("c,bfa,bdae->f"; &v3, &v4, &v2);
    compare!(case, v5);
}

fn mixed_331(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _, _]>::try_from([2, 3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    compare!(case, v3);
}

fn mixed_332(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, _, _]>::try_from([1, 2, 1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![2, 2]>::try_from([2, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = einsum!("fa,cfdb->b"; &v1, &v0);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![3]>();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![5, _]>::try_from([5, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(5)).unwrap();
    let v6 = einsum!(",a,fc->a"; &v5.view(), &v3.view(), &v4.view());
    compare!(case, v6);
}

fn mixed_333(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _, _]>::try_from([3, 3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-3>();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![1, 3, _]>::try_from([1, 3, 5]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    let v4 = v3.greater_equal(&v1);
    compare!(case, v4);
}

fn mixed_334(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 3, 5, _]>::try_from([3, 3, 5, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.transpose();
    compare!(case, v2);
}

fn mixed_335(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 4]>::try_from([4, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.any_axis::<-1>();
    let v3 = v2.permute::<axes![-3, -1, -2]>();
    compare!(case, v3);
}

fn mixed_336(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(3)).unwrap();
    let v4 = einsum!("df,b->d"; &v2, &v3);
    compare!(case, v4);
}

fn mixed_337(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 5]>::try_from([3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_, 3]>::try_from([3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(4)).unwrap();
    let v5 = einsum!("f,fb,->fb"; &v4, &v2, &v3);
    let v6 = v5.min_axis::<-1>();
    compare!(case, v6);
}

fn mixed_338(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 3, 3]>::try_from([2, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.permute::<axes![-1, -3, -2]>();
    compare!(case, v2);
}

fn mixed_339(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([7]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = einsum!("e,b->e"; &v1, &v0);
    let v3 = &v2 + &v1;
    compare!(case, v3);
}

fn mixed_340(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![2, 1]>::try_from([2, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([1, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 - &v2;
    let v5 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(5)).unwrap();
    let v6 = &v5 / &v4;
    compare!(case, v6);
}

fn mixed_341(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![4, _]>::try_from([4, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![4, 3]>::try_from([4, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = &v2 / &v0;
    let v4 = v3.transpose();
    let v5 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([1, 4]).unwrap(), case.input(5)).unwrap();
    let v6 = &v4 + &v5;
    compare!(case, v6);
}
